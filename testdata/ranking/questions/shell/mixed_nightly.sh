#!/usr/bin/env bash
# Nightly: pack what is worth keeping, and tell when a job fails or recovers.

set -uo pipefail

target=/backup
state_dir=/var/lib/nightly
dry_run=false

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

went_down() {
    local name=$1 file=$state_dir/$1.down
    down+=1
    if [[ ! -e $file ]]; then
        date +%s >"$file"
        tell "$name is down" "$reason"
    fi
}

came_back() {
    local name=$1 file=$state_dir/$1.down
    local since minutes
    [[ -e $file ]] || return 0
    since=$(<"$file")
    minutes=$(( ($(date +%s) - since) / 60 ))
    rm -f "$file"
    tell "$name is back" "it was down for $minutes minutes"
}

for folder in /etc /srv /home; do
    if reason=$(pack "$folder" 2>&1); then
        came_back "$folder"
    else
        went_down "$folder"
    fi
done
