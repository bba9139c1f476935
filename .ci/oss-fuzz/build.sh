#!/bin/bash -eu
# Builds fuzz targets of the module for OSS-Fuzz. The three files here are its project. go-118-fuzz-build compiles one test
# file with the package: targets that call helpers in other test files are named, and left to .ci/night.
go install github.com/AdamKorcz/go-118-fuzz-build@latest
go get github.com/AdamKorcz/go-118-fuzz-build/testing
grep -roE --include='*_test.go' --exclude-dir=bench '^func Fuzz\w+' . | while IFS=: read -r file function; do
  folder=$(dirname "${file#./}") name=${function#func }
  compile_native_go_fuzzer "./$folder" "$name" "$(tr / _ <<<"$folder")_$name" || echo "not built: $file $name"
done
