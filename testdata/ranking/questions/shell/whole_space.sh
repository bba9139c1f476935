#!/usr/bin/env bash
# Warns of disks that are about to overflow.

set -euo pipefail

limit=80
memory=/var/lib/disk_report
receiver=root
longest=8

time_left() {
    local slug=$1 taken=$2 capacity=$3
    local file=$memory/$slug.tsv
    printf '%s\t%s\n' "$(date +%s)" "$taken" >>"$file"
    tail -n 60 "$file" >"$file.new"
    mv "$file.new" "$file"
    awk -v capacity="$capacity" '
        { n++; t = $1 / 86400; sx += t; sy += $2; sxx += t * t; sxy += t * $2; last = $2 }
        END {
            d = n * sxx - sx * sx
            if (n < 3 || d == 0) { print "unknown"; exit }
            slope = (n * sxy - sx * sy) / d
            if (slope <= 0) { print "not growing"; exit }
            printf "%d days", (capacity - last) / slope
        }' "$file"
}

biggest() {
    local place=$1 size where
    du --one-file-system --max-depth=3 --block-size=1 "$place" 2>/dev/null |
        sort -rn |
        awk -v m="$place" '$2 != m' |
        head -n "$longest" |
        while IFS=$'\t' read -r size where; do
            printf '    %12s  %s\n' "$(readable "$size")" "$where"
        done
}

readable() {
    awk -v n="$1" 'BEGIN {
        split("B KiB MiB GiB TiB", unit, " ")
        for (i = 1; n >= 1024 && i < 5; i++) n /= 1024
        printf "%.1f %s", n, unit[i]
    }'
}

help() {
    echo "Usage: $(basename "$0") [-p share] [-m address] [-d folder]"
}

while getopts 'p:m:d:h' flag; do
    case $flag in
        p) limit=$OPTARG ;;
        m) receiver=$OPTARG ;;
        d) memory=$OPTARG ;;
        h) help; exit 0 ;;
        *) help >&2; exit 2 ;;
    esac
done

mkdir -p "$memory"
letter=$(mktemp)
trap 'rm -f "$letter"' EXIT

alarms=0
while read -r volume capacity taken _ share place; do
    share=${share%\%}
    slug=$(printf '%s' "$place" | tr / _)
    remaining=$(time_left "$slug" "$taken" "$capacity")
    if (( share < limit )); then
        continue
    fi
    alarms=$((alarms + 1))
    {
        printf '%s on %s: %d%% of %s taken\n' "$place" "$volume" "$share" "$(readable "$capacity")"
        printf '  full in: %s\n' "$remaining"
        printf '  biggest folders:\n'
        biggest "$place"
        echo
    } >>"$letter"
done < <(df --local --block-size=1 --exclude-type=tmpfs --exclude-type=devtmpfs | tail -n +2)

if (( alarms == 0 )); then
    exit 0
fi

if [[ -t 1 ]]; then
    cat "$letter"
else
    mail -s "$(hostname -s): $alarms file systems over $limit%" "$receiver" <"$letter"
fi
