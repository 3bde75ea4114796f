#!/bin/sh
#SBATCH --nodes=126 --nodelist=gpu-[001-126] --gres=gpu:8 --exclusive
set -eu
srun --ntasks-per-node=1 dcgmi diag -r 3
