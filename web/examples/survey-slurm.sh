#!/bin/bash
# Surveys many texts with Slurm, a task of an array for each shard: sbatch survey-slurm.sh. A task that Slurm requeues goes on from its
# journal.

#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --requeue
#SBATCH --open-mode=append

npx headwise survey bert texts.txt --threads "$SLURM_CPUS_PER_TASK" \
  --out "shard-$SLURM_ARRAY_TASK_ID.npz" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
