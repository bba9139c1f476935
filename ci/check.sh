#!/usr/bin/env bash
# Checks the files of a repository, as a step of a CI job:
#
#   check.sh COMMAND OUTPUT SINCE PATH [ARG...]
#
# It runs chaffinch pairs or scan with the arguments in the working folder, and writes OUTPUT. If SINCE is a
# revision of git, only what has changed since then is checked: files are compared with all files below
# PATH, and lines are asked of the index. If it is empty, all files below PATH are checked.
#
# scan first indexes $CHAFFINCH_CORPUS: paths, separated by spaces.
set -euo pipefail

command=$1 output=$2 since=$3 path=$4
shift 4

commit=
if [ -n "$since" ] && ! commit=$(git rev-parse --verify --quiet --end-of-options "$since^{commit}"); then
  echo "$since is no revision of this repository" >&2
  exit 2
fi

# A change may also change by which rules it is checked: a reviewer should know.
if [ -n "$commit" ]; then
  rules=$(git diff --name-only "$commit" HEAD -- ':(top,glob)**/chaffinch.toml' ':(top,glob)**/.chaffinchignore' \
    ':(top,glob)**/.gitignore' ':(top,glob)**/chaffinch-decisions.toml')
  [ -z "$rules" ] || echo "warning: this change also changes rules of the check:" $rules >&2
fi

case $command in
pairs)
  [ $# -gt 0 ] || set -- --fail-over-match 200
  [ -n "$commit" ] || exec chaffinch pairs --output "$output" "$@" -- "$path"
  changed=$(mktemp)
  trap 'rm -f "$changed"' EXIT
  git diff -z --relative --name-only --diff-filter=d "$commit" HEAD -- >"$changed"
  files=()
  while IFS= read -r -d '' file; do
    [ "$file" -ef "$output" ] || files+=("$file") # a report in the repository is no code
  done <"$changed"
  chaffinch pairs --only --in "$path" --output "$output" "$@" -- ${files[@]+"${files[@]}"}
  ;;
scan)
  read -r -d '' -a corpus <<<"${CHAFFINCH_CORPUS:-}" || true # also of several lines
  [ ${#corpus[@]} = 0 ] || chaffinch index -- "${corpus[@]}"
  exec chaffinch scan --output "$output" ${commit:+--since="$since"} "$@" -- "$path"
  ;;
*)
  echo "$command is no check: use pairs or scan" >&2
  exit 2
  ;;
esac
