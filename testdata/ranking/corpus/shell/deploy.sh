#!/usr/bin/env bash
# Brings a release onto a list of hosts: unpack beside the old one, migrate,
# switch a link, restart, look whether it answers, and go back if not.

set -euo pipefail

readonly app=${APP:-storefront}
readonly root=/srv/$app
readonly hosts_file=${HOSTS:-hosts.txt}
readonly keep=4
readonly health_path=/healthz

failed=()

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

log() {
    printf '[%s] %s\n' "$(date +%T)" "$*"
}

remote() {
    local host=$1
    shift
    ssh -o BatchMode=yes -o ConnectTimeout=10 "deploy@$host" "$@"
}

check_tools() {
    local tool
    for tool in ssh scp tar curl git; do
        command -v "$tool" >/dev/null 2>&1 || die "$tool is not installed"
    done
}

build() {
    local version=$1
    local bundle=build/$app-$version.tar.gz
    [[ -z $(git status --porcelain) ]] || die "there are uncommitted changes"
    if [[ ! -f $bundle ]]; then
        mkdir -p build
        git archive --format=tar "$version" | gzip -9 >"$bundle.part"
        mv "$bundle.part" "$bundle"
    fi
    echo "$bundle"
}

install_on() {
    local host=$1 bundle=$2 version=$3
    scp -q "$bundle" "deploy@$host:/tmp/$app.tar.gz"
    remote "$host" bash -s -- "$root" "$version" "$app" <<'REMOTE'
set -e
root=$1; version=$2; app=$3
mkdir -p "$root/releases/$version"
tar -xzf "/tmp/$app.tar.gz" -C "$root/releases/$version"
ln -sfn "$root/shared/config.env" "$root/releases/$version/config.env"
cd "$root/releases/$version"
if [ -x bin/migrate ]; then bin/migrate --yes; fi
REMOTE
}

switch_to() {
    local host=$1 version=$2
    remote "$host" "ln -sfn $root/releases/$version $root/next && mv -T $root/next $root/current && sudo systemctl restart $app"
}

is_healthy() {
    local host=$1 attempt
    for attempt in 1 2 3 4 5 6; do
        if curl -fsS --max-time 5 "http://$host:8080$health_path" >/dev/null 2>&1; then
            return 0
        fi
        sleep $((attempt * 2))
    done
    return 1
}

current_version() {
    remote "$1" "basename \$(readlink -f $root/current)" 2>/dev/null || echo none
}

clean_up() {
    local host=$1
    remote "$host" "cd $root/releases && ls -1t | tail -n +$((keep + 1)) | xargs -r rm -rf --"
}

main() {
    local version=${1:-}
    [[ -n $version ]] || die "usage: $(basename "$0") version"
    [[ -r $hosts_file ]] || die "cannot read $hosts_file"
    check_tools
    local bundle host before
    bundle=$(build "$version")
    while read -r host _ <&3; do
        [[ -z $host || $host == \#* ]] && continue
        before=$(current_version "$host")
        log "$host: $before -> $version"
        install_on "$host" "$bundle" "$version"
        switch_to "$host" "$version"
        if is_healthy "$host"; then
            clean_up "$host"
            continue
        fi
        log "$host does not answer, going back to $before"
        failed+=("$host")
        [[ $before == none ]] || switch_to "$host" "$before"
    done 3<"$hosts_file"
    if (( ${#failed[@]} > 0 )); then
        die "failed on: ${failed[*]}"
    fi
    log "$version is live"
}

main "$@"
