# Builds the adapter of lexbor with the sources that a package of PyPI brings: selectolax, whose own interface does not show
# the whole tree. pip asks a source package about itself by running it, so the hash in selectolax.txt matters.
set -eu
python3 -m venv venv
venv/bin/python -m pip download --quiet --no-deps --require-hashes --no-binary :all: -r selectolax.txt
tar -xzf selectolax-*.tar.gz --strip-components=1
version=$(sed 's/.*=//' lexbor/version)
# What parsing needs: `engine` and `utils` are programs on top of it.
sources=$(find lexbor/source/lexbor -name '*.c' ! -path '*/windows_nt/*' ! -path '*/lexbor/engine/*' ! -path '*/lexbor/utils/*')
# shellcheck disable=SC2086 # file names without blanks
cc -std=gnu11 -O2 -Ilexbor/source "-DLEXBOR_VERSION=\"$version\"" -o engine lexbor.c engine.c $sources -lm
rm -r venv lexbor selectolax selectolax-*.tar.gz
