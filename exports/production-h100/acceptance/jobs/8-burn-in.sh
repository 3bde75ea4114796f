#!/bin/sh
#SBATCH --nodes=32 --nodelist=gpu-[001-032] --gres=gpu:8 --exclusive
set -eu
srun --ntasks-per-node=1 dcgmi diag -r 4
