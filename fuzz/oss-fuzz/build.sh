#!/bin/bash -eu
# The same as for ClusterFuzzLite.
exec .clusterfuzzlite/build.sh
