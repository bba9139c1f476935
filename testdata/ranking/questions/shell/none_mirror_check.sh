#!/usr/bin/env bash
# Compares the checksums of two servers' download folders and says what differs.

set -euo pipefail

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

[[ $# -eq 2 ]] || die "usage: $(basename "$0") first second"

first=$(mktemp)
second=$(mktemp)
trap 'rm -f "$first" "$second"' EXIT

list() {
    local server=$1
    ssh -o BatchMode=yes "$server" 'cd /srv/download && find . -type f -exec md5sum {} +' |
        sed 's/^\([0-9a-f]*\)  \(.*\)$/\2|\1/' |
        LC_ALL=C sort -t '|' -k 1,1
}

list "$1" >"$first" &
pid=$!
list "$2" >"$second"
wait "$pid" || die "cannot list $1"

missing=0
differing=0
while IFS='|' read -r path left right; do
    if [[ -z $left ]]; then
        echo "only on $2: $path"
        missing=$((missing + 1))
    elif [[ -z $right ]]; then
        echo "only on $1: $path"
        missing=$((missing + 1))
    elif [[ $left != "$right" ]]; then
        echo "differs: $path"
        differing=$((differing + 1))
    fi
done < <(join -t '|' -a 1 -a 2 -o '0,1.2,2.2' "$first" "$second")

echo "$missing missing, $differing different"
(( missing + differing == 0 ))
