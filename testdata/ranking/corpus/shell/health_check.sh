#!/usr/bin/env bash
# Watches web pages, ports and services from a list, and tells once when one
# goes down and once when it is back.
#
#   http  shop     https://shop.example.org/  "Add to cart"
#   tcp   database db1:5432
#   unit  mailer   postfix.service

set -uo pipefail

list=${1:-/etc/health.list}
state_dir=${STATE_DIRECTORY:-/var/lib/health}
notify=${NOTIFY:-"mail -s"}
retries=3
timeout=8

declare -i checked=0 down=0

check_http() {
    local url=$1 needle=${2:-}
    local body
    body=$(curl -fsSL --max-time "$timeout" "$url" 2>&1) || {
        reason=${body##*: }
        return 1
    }
    if [[ -n $needle && $body != *"$needle"* ]]; then
        reason="answer lacks '$needle'"
        return 1
    fi
}

check_tcp() {
    local host=${1%:*} port=${1##*:}
    if ! timeout "$timeout" bash -c "exec 3<>/dev/tcp/$host/$port" 2>/dev/null; then
        reason="port $port is closed"
        return 1
    fi
}

check_unit() {
    local active
    active=$(systemctl is-active "$1" 2>/dev/null)
    if [[ $active != active ]]; then
        reason="unit is ${active:-unknown}"
        return 1
    fi
}

with_retries() {
    local round
    for (( round = 1; round <= retries; round++ )); do
        "$@" && return 0
        (( round < retries )) && sleep "$round"
    done
    return 1
}

tell() {
    local subject=$1 text=$2
    logger -t health -- "$subject: $text"
    $notify "[health] $subject" admin@example.org <<<"$text"
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

mkdir -p "$state_dir"
while read -r kind name target rest; do
    [[ -z $kind || $kind == \#* ]] && continue
    reason=
    checked+=1
    case $kind in
        http | tcp | unit)
            rest=${rest#\"}
            if with_retries "check_$kind" "$target" "${rest%\"}"; then
                came_back "$name"
            else
                went_down "$name"
            fi
            ;;
        *)
            echo "unknown kind of check: $kind" >&2
            ;;
    esac
done <"$list"

echo "$checked checked, $down down"
exit $(( down > 0 ))
