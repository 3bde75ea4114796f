#!/bin/sh
#SBATCH --nodes=32 --nodelist=gpu-[063-094] --gres=gpu:8 --exclusive
set -eu
srun --ntasks-per-node=8 all_reduce_perf -b 16G -e 16G -g 1
