#!/bin/bash -eu
# Builds every target and puts it where ClusterFuzzLite looks for it.
cargo fuzz build -O
for target in fuzz/fuzz_targets/*.rs; do
  cp "fuzz/target/x86_64-unknown-linux-gnu/release/$(basename "$target" .rs)" "$OUT/"
done
