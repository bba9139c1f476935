#!/bin/bash
# Keeps browsable snapshots of a machine's folders on a second disk. Files that
# have not changed since the last snapshot are hard links to it, so each folder
# is complete and costs only what is new.

set -u

CONFIG=${SNAPSHOT_CONFIG:-/etc/snapshot.conf}
STORE=/mnt/second/snapshots
FOLDERS="/etc /home"
RESERVE_PERCENT=10

if [ -r "$CONFIG" ]; then
    . "$CONFIG"
fi

say() {
    if [ -t 1 ]; then
        echo "$@"
    else
        logger -t snapshot -- "$@"
    fi
}

is_mounted() {
    local point
    point=$(df --output=target "$STORE" 2>/dev/null | tail -n 1)
    [ -n "$point" ] && [ "$point" != "/" ]
}

space_left() {
    df --output=pcent "$STORE" | tail -n 1 | tr -dc '0-9' | { read -r used; echo $((100 - used)); }
}

oldest() {
    find "$STORE" -mindepth 1 -maxdepth 1 -type d -name '20*' | sort | head -n 1
}

make_room() {
    local victim
    while [ "$(space_left)" -lt "$RESERVE_PERCENT" ]; do
        victim=$(oldest)
        if [ -z "$victim" ] || [ "$victim" = "$(readlink -f "$STORE/latest")" ]; then
            say "disk full, and no old snapshot left to remove"
            return 1
        fi
        say "making room: $(basename "$victim")"
        rm -rf -- "$victim"
    done
}

take() {
    local now partial folder status=0
    now=$(date +%Y-%m-%dT%H%M)
    partial=$STORE/partial.$now
    mkdir -p "$partial" || return 1
    for folder in $FOLDERS; do
        rsync --archive --hard-links --acls --xattrs --delete --numeric-ids \
            --relative --link-dest="$STORE/latest" \
            "$folder" "$partial/"
        case $? in
            0 | 24) ;;
            *)
                say "rsync of $folder failed"
                status=1
                ;;
        esac
    done
    if [ $status -ne 0 ]; then
        mv "$partial" "$STORE/broken.$now"
        return 1
    fi
    mv "$partial" "$STORE/$now"
    ln -sfn "$STORE/$now" "$STORE/latest"
    say "snapshot $now taken"
}

show() {
    local shot
    for shot in "$STORE"/20*; do
        [ -d "$shot" ] || continue
        printf '%-20s %8s\n' "$(basename "$shot")" "$(du -sh "$shot" | cut -f1)"
    done
}

case ${1:-take} in
    take)
        is_mounted || { say "$STORE is not mounted"; exit 1; }
        make_room && take
        ;;
    list)
        show
        ;;
    diff)
        rsync -rin --delete "$STORE/${2:?from}/" "$STORE/${3:-latest}/" | awk '{print $1, $2}'
        ;;
    *)
        echo "usage: $0 [take | list | diff FROM [TO]]" >&2
        exit 2
        ;;
esac
