#!/bin/sh
#SBATCH --nodes=127 --nodelist=gpu-[001-127] --gres=gpu:8 --exclusive
set -eu
srun --ntasks-per-node=1 all_reduce_perf -b 16G -e 16G -g 8
