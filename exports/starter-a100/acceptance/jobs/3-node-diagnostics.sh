#!/bin/sh
#SBATCH --nodes=4 --nodelist=gpu-[001-004] --gres=gpu:8 --exclusive
set -eu
srun --ntasks-per-node=1 dcgmi diag -r 3
