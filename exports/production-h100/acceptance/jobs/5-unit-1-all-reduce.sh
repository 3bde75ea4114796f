#!/bin/sh
#SBATCH --nodes=32 --nodelist=gpu-[001-032] --gres=gpu:8 --exclusive
set -eu
srun --ntasks-per-node=8 all_reduce_perf -b 16G -e 16G -g 1
