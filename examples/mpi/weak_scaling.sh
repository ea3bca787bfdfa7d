#!/bin/sh
# weak_scaling.sh FOLDER [RUNS]: heat and nbody of FOLDER with one rank and, with twice the work, two ranks, one
# processor each; prints the best rate of RUNS (5) each, and how much of twice the rate of one rank two reach.
set -eu
folder=$1 runs=${2:-5}
best() { # best RANKS PROGRAM SIZE STEPS: the largest number after "ranks:", of RUNS runs
  for _ in $(seq "$runs"); do
    mpirun -np "$1" --bind-to core "$folder/$2" "$3" "$4"
  done | sed -n 's/.*ranks: \([0-9.]*\) .*/\1/p' | sort -n | tail -1
}
row() { # row PROGRAM SIZE LARGER STEPS UNIT
  one=$(best 1 "$1" "$2" "$4") two=$(best 2 "$1" "$3" "$4")
  [ -n "$one" ] && [ -n "$two" ] || exit 1
  awk -v name="$1" -v one="$one" -v two="$two" -v sizes="$2, $3" -v unit="$5" 'BEGIN {
    printf "%-6s size %-10s 1 rank: %8.2f, 2 ranks: %8.2f %s, weak scaling %3.0f %%\n", name, sizes, one, two, unit,
           50 * two / one
  }'
}
row heat 2048 2896 100 "million points a second"
row nbody 8192 11585 20 "billion pairs a second"
