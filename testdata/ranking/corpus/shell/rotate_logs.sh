#!/usr/bin/env bash
# Part of the Quillwater tool set. You may use, change and pass on this file
# as long as this notice stays with it. It comes without any warranty; whoever
# runs it does so at their own risk.
#
# Rotates log files that have grown too large or too old, as a table says:
#   path  max-size  max-age-days  generations  command

set -euo pipefail

table=/etc/rotate.tab
state=/var/lib/rotate
force=0
verbose=0

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

note() {
    if (( verbose )); then
        printf '%s\n' "$*" >&2
    fi
}

to_bytes() {
    local text=${1^^}
    case $text in
        *K) echo $(( ${text%K} * 1024 )) ;;
        *M) echo $(( ${text%M} * 1024 * 1024 )) ;;
        *G) echo $(( ${text%G} * 1024 * 1024 * 1024 )) ;;
        -) echo 0 ;;
        *) echo "$text" ;;
    esac
}

last_rotation() {
    local mark=$state/${1//\//%}
    if [[ -e $mark ]]; then
        stat -c %Y "$mark"
    else
        mkdir -p "$state"
        touch "$mark"
        date +%s
    fi
}

is_due() {
    local path=$1 max_size=$2 max_age=$3
    local size age
    (( force )) && return 0
    size=$(stat -c %s "$path")
    (( size > 0 )) || return 1
    if (( max_size > 0 && size >= max_size )); then
        note "$path has $size bytes"
        return 0
    fi
    age=$(( ($(date +%s) - $(last_rotation "$path")) / 86400 ))
    if [[ $max_age != - ]] && (( age >= max_age )); then
        note "$path was rotated $age days ago"
        return 0
    fi
    return 1
}

shift_generations() {
    local path=$1 generations=$2 i
    rm -f "$path.$generations.gz"
    for (( i = generations - 1; i >= 1; i-- )); do
        if [[ -e $path.$i.gz ]]; then
            mv "$path.$i.gz" "$path.$((i + 1)).gz"
        fi
    done
}

rotate() {
    local path=$1 generations=$2
    shift 2
    local mode owner
    mode=$(stat -c %a "$path")
    owner=$(stat -c %U:%G "$path")
    shift_generations "$path" "$generations"
    mv "$path" "$path.1"
    install -m "$mode" -o "${owner%:*}" -g "${owner#*:}" /dev/null "$path"
    if (( $# > 0 )); then
        "$@" || note "command failed: $*"
        sleep 1
    fi
    gzip -9 "$path.1"
    touch "$state/${path//\//%}"
}

while getopts 'fvt:' option; do
    case $option in
        f) force=1 ;;
        v) verbose=1 ;;
        t) table=$OPTARG ;;
        *) die "usage: $(basename "$0") [-f] [-v] [-t table]" ;;
    esac
done

[[ -r $table ]] || die "cannot read $table"
while read -r path size age generations command; do
    [[ -z $path || $path == \#* ]] && continue
    for file in $path; do
        [[ -f $file ]] || continue
        if is_due "$file" "$(to_bytes "$size")" "$age"; then
            # shellcheck disable=SC2086
            rotate "$file" "$generations" $command
        fi
    done
done <"$table"
