#!/usr/bin/env bash
# Part of the Quillwater tool set. You may use, change and pass on this file
# as long as this notice stays with it. It comes without any warranty; whoever
# runs it does so at their own risk.
#
# Packs folders into dated, encrypted archives and thins out old ones: every
# archive of the last week is kept, then one a week, then one a month.

set -euo pipefail

target=/var/backups/quillwater
recipient=
exclude_file=
keep_days=7
keep_weeks=5
dry_run=false

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

log() {
    printf '%(%Y-%m-%d %H:%M:%S)T %s\n' -1 "$*"
}

usage() {
    cat <<EOF
Usage: $(basename "$0") [-n] [-t folder] [-r recipient] [-x file] source...
  -n  only say what would be done
  -t  folder for the archives (default: $target)
  -r  encrypt for this key
  -x  file with patterns to leave out
EOF
}

while getopts 'nt:r:x:h' option; do
    case $option in
        n) dry_run=true ;;
        t) target=$OPTARG ;;
        r) recipient=$OPTARG ;;
        x) exclude_file=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# -gt 0 ]] || die "nothing to back up"

mkdir -p "$target"
exec 9>"$target/.lock"
flock -n 9 || die "another backup is running"

pack() {
    local source=$1
    local name stamp archive
    name=$(printf '%s' "${source#/}" | tr '/ ' '__')
    stamp=$(date +%Y%m%d-%H%M%S)
    archive=$target/$name.$stamp.tar.gz
    local options=(--create --gzip --one-file-system --directory /)
    if [[ -n $exclude_file ]]; then
        options+=(--exclude-from "$exclude_file")
    fi
    if $dry_run; then
        log "would pack $source into $archive"
        return
    fi
    if [[ -n $recipient ]]; then
        tar "${options[@]}" "${source#/}" | gpg --encrypt --recipient "$recipient" --output "$archive.gpg"
        archive=$archive.gpg
    else
        tar "${options[@]}" --file "$archive" "${source#/}"
    fi
    sha256sum "$archive" >"$archive.sha256"
    log "packed $source: $(du -h "$archive" | cut -f1)"
}

thin_out() {
    local name=$1
    local archive stamp age bucket
    local -A kept=()
    for archive in $(ls -1r "$target/$name".*.tar.gz* 2>/dev/null | grep -v sha256); do
        stamp=${archive#"$target/$name."}
        stamp=${stamp%%-*}
        age=$(( ($(date +%s) - $(date -d "$stamp" +%s)) / 86400 ))
        if (( age < keep_days )); then
            continue
        elif (( age < keep_weeks * 7 )); then
            bucket=$(date -d "$stamp" +%G-w%V)
        else
            bucket=${stamp:0:6}
        fi
        if [[ -z ${kept[$bucket]:-} ]]; then
            kept[$bucket]=$archive
            continue
        fi
        log "removing $archive"
        $dry_run || rm -f "$archive" "$archive.sha256"
    done
}

for source in "$@"; do
    source=$(readlink -f "$source")
    [[ -d $source ]] || die "no such folder: $source"
    pack "$source"
    thin_out "$(printf '%s' "${source#/}" | tr '/ ' '__')"
done
