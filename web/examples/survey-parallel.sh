# Surveys many texts with GNU parallel, a job for each shard, as many at a time as there are processors. With --sshloginfile FILE
# --workdir . the jobs run on the machines that FILE names.

parallel --retries 3 npx headwise survey bert texts.txt --out shard-{}.npz --shard {}/8 ::: {1..8}
npx headwise survey --merge shard-{1..8}.npz --out survey.npz
