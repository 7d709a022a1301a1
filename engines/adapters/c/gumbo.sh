# Builds the adapter of libgumbo with the library of the system.
set -eu
version=$(pkg-config --modversion gumbo)
# shellcheck disable=SC2046 # flags are words
cc -std=gnu11 -O2 "-DGUMBO_VERSION=\"$version\"" -o engine gumbo.c engine.c $(pkg-config --cflags --libs gumbo)
