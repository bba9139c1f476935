#!/usr/bin/env bash
# Compares the files of a repository, as a step of a CI job:
#
#   check.sh OUTPUT SINCE PATH [ARG...]
#
# It runs chaffinch pairs with the arguments in the working folder, and writes OUTPUT. If SINCE is a
# revision of git, the files that have changed since then are compared with all files below PATH. If it
# is empty, all files below PATH are compared.
set -euo pipefail

output=$1 since=$2 path=$3
shift 3

if [ -z "$since" ]; then
  exec chaffinch pairs --output "$output" "$@" -- "$path"
fi

if ! commit=$(git rev-parse --verify --quiet --end-of-options "$since^{commit}"); then
  echo "$since is no revision of this repository" >&2
  exit 2
fi

# A change may also change by which rules it is checked: a reviewer should know.
rules=$(git diff --name-only "$commit" HEAD -- \
  ':(top,glob)**/chaffinch.toml' ':(top,glob)**/.chaffinchignore' ':(top,glob)**/.gitignore')
[ -z "$rules" ] || echo "warning: this change also changes rules of the check:" $rules >&2

changed=$(mktemp)
trap 'rm -f "$changed"' EXIT
git diff -z --relative --name-only --diff-filter=d "$commit" HEAD -- >"$changed"
files=()
while IFS= read -r -d '' file; do
  [ "$file" -ef "$output" ] || files+=("$file") # a report in the repository is no code
done <"$changed"
chaffinch pairs --only --in "$path" --output "$output" "$@" -- ${files[@]+"${files[@]}"}
