#!/bin/sh
# Rolls the logs of one folder by date. The live file is copied and emptied in
# place, so that programs which keep it open need not be told. Yesterday's
# copies are compressed and old ones deleted.

dir=${1:-/var/log/app}
days=${2:-30}
today=$(date +%Y-%m-%d)
archive="$dir/old"
trap 'rm -f "$archive"/.roll.$$' EXIT INT TERM

complain() {
    echo "logroll: $1" >&2
    problems=$((problems + 1))
}

problems=0
rolled=0

[ -d "$dir" ] || { complain "$dir is no folder"; exit 1; }
mkdir -p "$archive" || exit 1

# Copies a log to its dated name and cuts it to nothing, but only if the copy
# has every byte that was there when it began.
roll() {
    live=$1
    base=$(basename "$live" .log)
    dated="$archive/$base-$today.log"
    n=1
    while [ -e "$dated" ] || [ -e "$dated.xz" ]; do
        n=$((n + 1))
        dated="$archive/$base-$today-$n.log"
    done
    before=$(wc -c <"$live")
    if ! cp -p "$live" "$archive/.roll.$$"; then
        complain "cannot copy $live"
        return
    fi
    after=$(wc -c <"$archive/.roll.$$")
    if [ "$after" -lt "$before" ]; then
        complain "copy of $live is short: $after of $before bytes"
        return
    fi
    mv "$archive/.roll.$$" "$dated"
    tail -c +$((after + 1)) "$live" >>"$dated"
    : >"$live"
    rolled=$((rolled + 1))
}

squeeze() {
    find "$archive" -type f -name '*.log' ! -name "*-$today*" -print |
        while IFS= read -r plain; do
            nice -n 19 xz -T1 "$plain" || complain "cannot compress $plain"
        done
}

expire() {
    find "$archive" -type f \( -name '*.xz' -o -name '*.log' \) -mtime "+$days" -print -delete |
        sed 's/^/expired /'
}

weigh() {
    du -sk "$1" | awk '{ printf "%.1f MB", $1 / 1024 }'
}

for log in "$dir"/*.log; do
    [ -s "$log" ] || continue
    roll "$log"
done
squeeze
expire
echo "rolled $rolled logs, archive now $(weigh "$archive")"
[ "$problems" -eq 0 ]
