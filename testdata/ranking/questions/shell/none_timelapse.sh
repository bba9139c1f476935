#!/usr/bin/env bash
# Makes a film from the pictures that a garden camera has taken on a day.

set -euo pipefail

camera=/srv/camera
rate=24
size=1280x720
day=$(date -d yesterday +%F)

usage() {
    cat <<EOF
Usage: $(basename "$0") [-r rate] [-s size] [-d day] output.mp4
EOF
}

while getopts 'r:s:d:h' option; do
    case $option in
        r) rate=$OPTARG ;;
        s) size=$OPTARG ;;
        d) day=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
output=${1:?$(usage)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

brightness() {
    convert "$1" -resize 1x1 -colorspace gray -format '%[fx:int(100*mean)]' info:
}

count=0
for picture in "$camera/$day"/*.jpg; do
    [[ -s $picture ]] || continue
    if (( $(brightness "$picture") < 12 )); then
        continue
    fi
    ln -s "$picture" "$work/$(printf '%05d.jpg' "$count")"
    count=$((count + 1))
done

if (( count < rate )); then
    echo "only $count bright pictures on $day" >&2
    exit 1
fi

ffmpeg -loglevel error -y -framerate "$rate" -i "$work/%05d.jpg" \
    -vf "scale=${size/x/:},format=yuv420p" -c:v libx264 -crf 21 "$output"
printf '%s: %d pictures, %d seconds\n' "$output" "$count" $((count / rate))
