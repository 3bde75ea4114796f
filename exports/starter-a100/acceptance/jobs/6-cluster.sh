#!/bin/sh
#SBATCH --nodes=4 --nodelist=gpu-[001-004] --gres=gpu:8 --exclusive
set -eu
srun --ntasks-per-node=8 all_reduce_perf -b 16G -e 16G -g 1
srun --ntasks-per-node=8 alltoall_perf -b 16G -e 16G -g 1
