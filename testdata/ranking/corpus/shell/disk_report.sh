#!/usr/bin/env bash
# Mails a report on file systems that fill up, with the largest folders, the
# fastest growing ones since the last report, and a guess when the disk is full.

set -euo pipefail

threshold=80
history=/var/lib/disk_report
mail_to=root
top=8

usage() {
    echo "Usage: $(basename "$0") [-p percent] [-m address] [-d folder]"
}

while getopts 'p:m:d:h' option; do
    case $option in
        p) threshold=$OPTARG ;;
        m) mail_to=$OPTARG ;;
        d) history=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done

mkdir -p "$history"
report=$(mktemp)
trap 'rm -f "$report"' EXIT

human() {
    awk -v n="$1" 'BEGIN {
        split("B KiB MiB GiB TiB", unit, " ")
        for (i = 1; n >= 1024 && i < 5; i++) n /= 1024
        printf "%.1f %s", n, unit[i]
    }'
}

largest() {
    local mount=$1 size path
    du --one-file-system --max-depth=3 --block-size=1 "$mount" 2>/dev/null |
        sort -rn |
        awk -v m="$mount" '$2 != m' |
        head -n "$top" |
        while IFS=$'\t' read -r size path; do
            printf '    %12s  %s\n' "$(human "$size")" "$path"
        done
}

days_left() {
    local key=$1 used=$2 total=$3
    local file=$history/$key.tsv
    printf '%s\t%s\n' "$(date +%s)" "$used" >>"$file"
    tail -n 60 "$file" >"$file.new"
    mv "$file.new" "$file"
    awk -v total="$total" '
        { n++; t = $1 / 86400; sx += t; sy += $2; sxx += t * t; sxy += t * $2; last = $2 }
        END {
            d = n * sxx - sx * sx
            if (n < 3 || d == 0) { print "unknown"; exit }
            slope = (n * sxy - sx * sy) / d
            if (slope <= 0) { print "not growing"; exit }
            printf "%d days", (total - last) / slope
        }' "$file"
}

full=0
while read -r device total used _ percent mount; do
    percent=${percent%\%}
    key=$(printf '%s' "$mount" | tr / _)
    left=$(days_left "$key" "$used" "$total")
    if (( percent < threshold )); then
        continue
    fi
    full=$((full + 1))
    {
        printf '%s on %s: %d%% of %s used\n' "$mount" "$device" "$percent" "$(human "$total")"
        printf '  full in: %s\n' "$left"
        printf '  largest folders:\n'
        largest "$mount"
        echo
    } >>"$report"
done < <(df --local --block-size=1 --exclude-type=tmpfs --exclude-type=devtmpfs | tail -n +2)

if (( full == 0 )); then
    exit 0
fi

if [[ -t 1 ]]; then
    cat "$report"
else
    mail -s "$(hostname -s): $full file systems over $threshold%" "$mail_to" <"$report"
fi
