#!/bin/bash -eu
# Builds every target and puts it where ClusterFuzzLite and OSS-Fuzz look for it, with the dictionary and a corpus to begin
# with.
cargo fuzz build -O --debug-assertions
for source in fuzz/fuzz_targets/*.rs; do
  target=$(basename "$source" .rs)
  cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
  cp fuzz/html.dict "$OUT/$target.dict"
  printf '[libfuzzer]\ntimeout = 10\nrss_limit_mb = 2048\n' >"$OUT/$target.options"
  # The command that writes the corpus is no target: the flags of the sanitizer are not for it.
  env -u RUSTFLAGS fuzz/seed "$target"
  zip -qrj "$OUT/${target}_seed_corpus.zip" "fuzz/corpus/$target"
done
# Departures of engines on record are known and no findings.
cp -r corpus/divergences "$OUT/"
