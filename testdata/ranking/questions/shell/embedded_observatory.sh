#!/bin/bash
# Status page of the observatory's machines, made every ten minutes: batteries,
# memory cards, the last picture of each camera, and how long the cards last.

set -u

page=/var/www/status/index.html
memory=/var/lib/observatory
stations="north south dome"
ssh_options="-o BatchMode=yes -o ConnectTimeout=5"
alarm_volts=11.8

tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
mkdir -p "$memory"

on() {
    local station=$1
    shift
    # shellcheck disable=SC2086
    ssh $ssh_options "obs@$station.local" "$@" 2>/dev/null
}

battery() {
    on "$1" cat /run/battery/volts || echo '?'
}

last_picture() {
    local station=$1 newest
    newest=$(on "$station" 'ls -1t /data/frames | head -n 1')
    if [[ -z $newest ]]; then
        echo none
        return
    fi
    scp -q $ssh_options "obs@$station.local:/data/frames/$newest" "$memory/$station.jpg"
    convert "$memory/$station.jpg" -thumbnail 320x240 "$(dirname "$page")/$station.jpg"
    echo "$newest"
}

until_full() {
    local series=$1 filled=$2 size=$3
    local log=$memory/$series.tsv
    printf '%s\t%s\n' "$(date +%s)" "$filled" >>"$log"
    tail -n 60 "$log" >"$log.new"
    mv "$log.new" "$log"
    awk -v size="$size" '
        { n++; t = $1 / 86400; sx += t; sy += $2; sxx += t * t; sxy += t * $2; last = $2 }
        END {
            d = n * sxx - sx * sx
            if (n < 3 || d == 0) { print "unknown"; exit }
            slope = (n * sxy - sx * sy) / d
            if (slope <= 0) { print "not growing"; exit }
            printf "%d days", (size - last) / slope
        }' "$log"
}

card() {
    local station=$1 total used
    read -r total used < <(on "$station" "df --block-size=1 --output=size,used /data | tail -n 1")
    if [[ -z ${total:-} ]]; then
        echo unknown
        return
    fi
    printf '%d%%, full in %s' $((100 * used / total)) "$(until_full "card-$station" "$used" "$total")"
}

row() {
    local station=$1 volts class=good
    volts=$(battery "$station")
    if [[ $volts == '?' ]]; then
        class=gone
    elif awk -v v="$volts" -v a="$alarm_volts" 'BEGIN { exit !(v < a) }'; then
        class=low
        alarm "$station" "$volts"
    fi
    cat <<EOF
<tr class="$class">
<td>$station</td>
<td>$volts V</td>
<td>$(card "$station")</td>
<td><a href="$station.jpg">$(last_picture "$station")</a></td>
</tr>
EOF
}

alarm() {
    local station=$1 volts=$2
    local stamp=$memory/$station.alarm
    if [[ -e $stamp && -n $(find "$stamp" -mmin -720) ]]; then
        return
    fi
    touch "$stamp"
    printf 'Battery at %s: %s V\n' "$station" "$volts" |
        mail -s "observatory: low battery" keepers@example.org
}

{
    cat <<EOF
<!doctype html>
<title>Observatory</title>
<link rel="stylesheet" href="plain.css">
<h1>Stations at $(date '+%H:%M on %A')</h1>
<table>
EOF
    for station in $stations; do
        row "$station"
    done
    echo '</table>'
} >"$tmp"

install -m 644 "$tmp" "$page"
