#!/usr/bin/env bash
# Checks the files of a repository, as a step of a CI job:
#
#   check.sh COMMAND OUTPUT SINCE PATH [ARG...]
#
# It runs chaffinch pairs or scan with the arguments in the working folder, and writes OUTPUT. If SINCE is a
# revision of git, only what has changed since then is checked: files are compared with all files below
# PATH, and lines are asked of the index. If it is empty, all files below PATH are checked.
#
# scan first indexes $CHAFFINCH_CORPUS: paths, separated by spaces. The index is a temporary one, unless --index or
# $CHAFFINCH_INDEX names it: the author of a change may have put one into the repository.
set -euo pipefail

command=$1 output=$2 since=$3 path=$4
shift 4

commit=
if [ -n "$since" ] && ! commit=$(git rev-parse --verify --quiet --end-of-options "$since^{commit}"); then
  shallow=
  [ "$(git rev-parse --is-shallow-repository)" != true ] ||
    shallow=", whose clone is shallow: check out with fetch-depth: 0, or GIT_DEPTH: 0"
  echo "$since is no revision of this repository$shallow" >&2
  exit 2
fi

# The names of the files that set the rules: the usual ones, and files that arguments and settings name.
rules=(chaffinch.toml .chaffinchignore
  .gitattributes .gitignore .gitmodules info.csv chaffinch-decisions.toml '.chaffinch/**')
index=() settings=() flag=
for word; do
  case $word in
  --index | --config | --baseline | --reuse | --decisions) flag=$word; continue ;;
  --index=* | --config=* | --baseline=* | --reuse=* | --decisions=*) flag=${word%%=*} word=${word#*=} ;;
  esac
  case $flag in
  --index) index=(--index "$word") rules+=("${word##*/}/**") ;;
  --config) settings=(--config "$word") rules+=("${word##*/}") ;;
  --?*) rules+=("${word##*/}") ;;
  esac
  flag=
done
while IFS= read -r word; do
  rules+=("${word##*/}" "${word##*/}/**") # an index is a folder
done < <(chaffinch ${settings[@]+"${settings[@]}"} config --json |
  sed -nE '/"setting": "([a-z.]+\.)?(index|baseline|reuse|decisions)"/,/]/s/^ *"([^"]*)",?$/\1/p')

# A change may also change by which rules it is checked: a reviewer should know.
if [ -n "$commit" ]; then
  changed=$(git diff --ignore-submodules=none --name-only "$commit" HEAD -- "${rules[@]/#/:(top,glob)**/}" |
    sed -E 's,(^|/)\.chaffinch/.*,\1.chaffinch,' | sort -u)
  [ -z "$changed" ] || echo "warning: this change also changes rules of the check:" $changed >&2
fi

# hiddenBy prints the tracked files that the ignore files below the folder $1 hide; $2 is -z or nothing.
hiddenBy() {
  git -C "$(git rev-parse --show-toplevel)" --work-tree="$1" ls-files ${2-} -c -i --exclude-per-directory=.chaffinchignore
}

# hiddenBefore prints the tracked files that ignore files hid before the change, each ended by NUL, if
# the change has another ignore file: nobody has compared them. It names files that only the change
# hides. If the change has also edited such a file, that is an error.
hiddenBefore() {
  local ignore=':(top,glob)**/.chaffinchignore' top prefix before file new own
  ! git diff --quiet "$commit" HEAD -- "$ignore" || return 0
  top=$(git rev-parse --show-toplevel) prefix=$(git rev-parse --show-prefix) before=$(mktemp -d)
  [ -z "$(git ls-tree -r --name-only --full-tree "$commit" | grep -E '(^|/)\.chaffinchignore$')" ] ||
    git -C "$top" archive "$commit" -- "$ignore" | tar -x -C "$before"
  hiddenBy "$before" -z |
    while IFS= read -r -d '' file; do
      case $file in "$prefix"*) printf '%s\0' "${file#"$prefix"}" ;; esac
    done
  new=$(LC_ALL=C comm -23 <(hiddenBy "$top" | LC_ALL=C sort) <(hiddenBy "$before" | LC_ALL=C sort))
  rm -rf "$before"
  [ -n "$new" ] || return 0
  echo "warning: this change hides tracked files from its check:" $(head -n 5 <<<"$new") $(sed -n '6s/.*/.../p' <<<"$new") >&2
  own=$(LC_ALL=C comm -12 <(echo "$new") <(git diff --name-only --no-renames --diff-filter=d "$commit" HEAD | LC_ALL=C sort))
  [ -z "$own" ] || { echo "this change hides what it edits: change .chaffinchignore first, in a change of its own" >&2 && exit 2; }
}

case $command in
pairs)
  fails=
  for word; do
    case $word in --fail-over | --fail-over=* | --fail-over-match | --fail-over-match=* | --min-match | --min-match=*) fails=1 ;; esac
  done
  [ -n "$fails" ] || set -- --fail-over-match 200 "$@"
  [ -n "$commit" ] || exec chaffinch pairs --output "$output" "$@" -- "$path"
  changed=$(mktemp)
  trap 'rm -f "$changed"' EXIT
  git diff -z --ignore-submodules=none --relative --name-only --diff-filter=d "$commit" HEAD -- >"$changed"
  hiddenBefore >>"$changed"
  files=()
  while IFS= read -r -d '' file; do
    files+=("$file")
  done <"$changed"
  chaffinch pairs --only --in "$path" --output "$output" "$@" -- ${files[@]+"${files[@]}"}
  ;;
scan)
  read -r -d '' -a corpus <<<"${CHAFFINCH_CORPUS:-}" || true # also of several lines
  if [ ${#corpus[@]} != 0 ]; then
    if [ ${#index[@]} = 0 ] && [ -z "${CHAFFINCH_INDEX:-}" ]; then
      folder=$(mktemp -d)
      trap 'rm -rf "$folder"' EXIT
      index=(--index "$folder/index")
      set -- "${index[@]}" "$@"
    fi
    chaffinch index ${index[@]+"${index[@]}"} -- "${corpus[@]}"
  fi
  chaffinch scan --output "$output" ${commit:+--since="$since"} "$@" -- "$path"
  ;;
*)
  echo "$command is no check: use pairs or scan" >&2
  exit 2
  ;;
esac
