# Surveys many texts with Ray, a task for each shard. Where a worker or its machine dies, Ray tries the shard again, which goes on
# from its journal. The folder is one that all machines see.

import os
import subprocess

import ray

SHARDS = 8
FOLDER = os.getcwd()


def headwise(*arguments):
    subprocess.run(["npx", "headwise", *arguments], cwd=FOLDER, check=True)


@ray.remote(num_cpus=1, max_retries=5)
def survey(shard):
    part = f"shard-{shard}.npz"
    headwise("survey", "bert", "texts.txt", "--out", part, "--shard", f"{shard}/{SHARDS}")
    return part


ray.init(ignore_reinit_error=True)
parts = ray.get([survey.remote(shard + 1) for shard in range(SHARDS)])
headwise("survey", "--merge", *parts, "--out", "survey.npz")
