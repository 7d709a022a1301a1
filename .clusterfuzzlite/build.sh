#!/bin/bash -eu
# Builds every target and puts it where ClusterFuzzLite looks for it, with the dictionary and the inputs of our suites.
cargo fuzz build -O
for source in fuzz/fuzz_targets/*.rs; do
  target=$(basename "$source" .rs)
  cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
  cp fuzz/html.dict "$OUT/$target.dict"
  # The command that writes them is no target: nothing of the sanitizer is for it.
  env -u RUSTFLAGS fuzz/seed "$target"
  zip -qrj "$OUT/${target}_seed_corpus.zip" "fuzz/corpus/$target"
done
# What is on record of engines' departures is no news.
cp -r corpus/divergences "$OUT/"
