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
