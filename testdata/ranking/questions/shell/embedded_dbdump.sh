#!/usr/bin/env bash
# Dumps all databases of a server, keeps a few generations of each dump beside
# each other, and proves once a week that the newest can be restored.

set -euo pipefail

dump_dir=/var/lib/dbdump
state=$dump_dir/.state
keep=6
test_db=restore_test
jobs=2

complain() {
    printf 'dbdump: %s\n' "$1" >&2
    exit "${2:-1}"
}

note() {
    [[ -t 2 ]] && printf '%s\n' "$*" >&2
    return 0
}

databases() {
    psql -XAtq -c "select datname from pg_database
                   where not datistemplate and datallowconn
                   order by pg_database_size(datname) desc"
}

shift_generations() {
    local path=$1 generations=$2 i
    rm -f "$path.$generations.gz"
    for (( i = generations - 1; i >= 1; i-- )); do
        if [[ -e $path.$i.gz ]]; then
            mv "$path.$i.gz" "$path.$((i + 1)).gz"
        fi
    done
}

rotate() {
    local path=$1 generations=$2
    shift 2
    local mode owner
    mode=$(stat -c %a "$path")
    owner=$(stat -c %U:%G "$path")
    shift_generations "$path" "$generations"
    mv "$path" "$path.1"
    install -m "$mode" -o "${owner%:*}" -g "${owner#*:}" /dev/null "$path"
    if (( $# > 0 )); then
        "$@" || note "command failed: $*"
        sleep 1
    fi
    gzip -9 "$path.1"
    touch "$state/${path//\//%}"
}

dump_one() {
    local db=$1
    local file=$dump_dir/$db.dump
    local started=$SECONDS
    if [[ -s $file ]]; then
        rotate "$file" "$keep"
    else
        : >"$file"
        chmod 600 "$file"
    fi
    if ! pg_dump --format=custom --compress=0 --jobs=1 "$db" >"$file.part"; then
        rm -f "$file.part"
        note "dump of $db failed"
        return 1
    fi
    cat "$file.part" >"$file"
    rm -f "$file.part"
    note "$db: $(stat -c %s "$file") bytes in $((SECONDS - started)) s"
}

dump_all() {
    local db running=0 failures=0
    while read -r db; do
        dump_one "$db" &
        running=$((running + 1))
        if (( running >= jobs )); then
            wait -n || failures=$((failures + 1))
            running=$((running - 1))
        fi
    done < <(databases)
    while (( running > 0 )); do
        wait -n || failures=$((failures + 1))
        running=$((running - 1))
    done
    return "$failures"
}

count_rows() {
    psql -XAtq -d "$1" -c "select coalesce(sum(n_live_tup), 0) from pg_stat_user_tables"
}

try_restore() {
    local db=$1
    local file=$dump_dir/$db.dump
    local wanted found
    [[ -s $file ]] || complain "nothing to restore for $db"
    dropdb --if-exists "$test_db"
    createdb "$test_db"
    pg_restore --no-owner --exit-on-error --dbname="$test_db" "$file"
    psql -Xq -d "$test_db" -c analyze
    wanted=$(count_rows "$db")
    found=$(count_rows "$test_db")
    dropdb "$test_db"
    if (( found * 100 < wanted * 95 )); then
        complain "restored $found of $wanted rows of $db" 3
    fi
    note "$db can be restored, $found rows"
}

mkdir -p "$dump_dir" "$state"
case ${1:-dump} in
    dump) dump_all || complain "some dumps failed" ;;
    test) databases | while read -r db; do try_restore "$db"; done ;;
    list) ls -lh "$dump_dir" ;;
    *) complain "usage: dbdump [dump | test | list]" 2 ;;
esac
