#!/usr/bin/env bash
# Writes release notes from the commits since the last tag. Subjects such as
# "parser: accept tabs" are sorted under the part before the colon; commits
# with a "Breaking:" line in their body come first.

set -euo pipefail

title=
from=
to=HEAD
link=

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

usage() {
    cat <<EOF
Usage: $(basename "$0") [--from tag] [--to revision] [--title text] [--link url]
EOF
}

while [[ $# -gt 0 ]]; do
    case $1 in
        --from) from=$2; shift 2 ;;
        --to) to=$2; shift 2 ;;
        --title) title=$2; shift 2 ;;
        --link) link=${2%/}; shift 2 ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; die "unknown option $1" ;;
    esac
done

git rev-parse --git-dir >/dev/null 2>&1 || die "not inside a repository"
if [[ -z $from ]]; then
    from=$(git describe --tags --abbrev=0 "$to^" 2>/dev/null) || from=$(git rev-list --max-parents=0 "$to" | tail -n 1)
fi
[[ -n $title ]] || title=$(git describe --tags --exact-match "$to" 2>/dev/null) || title="Unreleased"

declare -A sections=()
declare -a breaking=() order=()

entry() {
    local hash=$1 text=$2
    if [[ -n $link ]]; then
        printf -- '- %s ([%s](%s/commit/%s))' "$text" "${hash:0:8}" "$link" "$hash"
    else
        printf -- '- %s (%s)' "$text" "${hash:0:8}"
    fi
}

collect() {
    local hash subject area text body
    while IFS=$'\x1f' read -r hash subject; do
        [[ $subject == Merge\ * || $subject == fixup!* ]] && continue
        if [[ $subject =~ ^([a-z0-9/_-]+):\ +(.+)$ ]]; then
            area=${BASH_REMATCH[1]}
            text=${BASH_REMATCH[2]}
        else
            area=other
            text=$subject
        fi
        body=$(git show -s --format=%b "$hash")
        if [[ $body =~ Breaking:\ *([^$'\n']+) ]]; then
            breaking+=("$(entry "$hash" "${BASH_REMATCH[1]}")")
        fi
        if [[ -z ${sections[$area]:-} ]]; then
            order+=("$area")
        fi
        sections[$area]+=$(entry "$hash" "${text^}")$'\n'
    done < <(git log --reverse --format='%H%x1f%s' "$from..$to")
}

print_notes() {
    local area
    printf '## %s (%s)\n\n' "$title" "$(git show -s --format=%cs "$to")"
    if (( ${#breaking[@]} > 0 )); then
        printf '### Breaking\n'
        printf '%s\n' "${breaking[@]}" ''
    fi
    for area in $(printf '%s\n' "${order[@]}" | sort); do
        printf '### %s\n%s\n' "$area" "${sections[$area]}"
    done
    printf 'Thanks to:\n'
    git log --format='%aN' "$from..$to" | sort | uniq -c | sort -rn | sed -E 's/^ *([0-9]+) (.*)/- \2 (\1)/'
}

collect
(( ${#order[@]} > 0 )) || die "nothing happened between $from and $to"
print_notes
