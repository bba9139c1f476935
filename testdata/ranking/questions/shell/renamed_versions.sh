free_space() {
    local goner
    while [ "$(percent_free)" -lt "$MIN_FREE" ]; do
        goner=$(first_version)
        if [ -z "$goner" ] || [ "$goner" = "$(readlink -f "$VAULT/latest")" ]; then
            report "disk full, and no old snapshot left to remove"
            return 1
        fi
        report "making room: $(basename "$goner")"
        rm -rf -- "$goner"
    done
}

save_version() {
    local stamp draft tree result=0
    stamp=$(date +%Y-%m-%dT%H%M)
    draft=$VAULT/draft.$stamp
    mkdir -p "$draft" || return 1
    for tree in $TREES; do
        rsync --archive --hard-links --acls --xattrs --delete --numeric-ids \
            --relative --link-dest="$VAULT/latest" \
            "$tree" "$draft/"
        case $? in
            0 | 24) ;;
            *)
                report "rsync of $tree failed"
                result=1
                ;;
        esac
    done
    if [ $result -ne 0 ]; then
        mv "$draft" "$VAULT/broken.$stamp"
        return 1
    fi
    mv "$draft" "$VAULT/$stamp"
    ln -sfn "$VAULT/$stamp" "$VAULT/latest"
    report "snapshot $stamp taken"
}
