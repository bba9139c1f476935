#!/bin/bash -eu
# Builds fuzz targets of the module for OSS-Fuzz. The three files here are its project. The builder finds a target by the
# beginning of its name, in the folder and below it: no target's name begins with the name of another one there.
export GOTOOLCHAIN=local # the builder replaces a file of the toolchain's library
grep -roE --include='*_test.go' --exclude-dir=bench '^func Fuzz\w+' . | while IFS=: read -r file function; do
  folder=$(dirname "${file#./}") name=${function#func }
  compile_native_go_fuzzer_v2 "./$folder" "$name" "$(tr / _ <<<"$folder")_$name" || echo "not built: $file $name"
done
