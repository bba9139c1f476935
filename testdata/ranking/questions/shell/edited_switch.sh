switch_to() {
    local host=$1 version=$2
    remote "$host" "ln -sfn $root/releases/$version $root/next && mv -T $root/next $root/current && sudo systemctl reload-or-restart $app"
}

is_healthy() {
    local host=$1 attempt
    for (( attempt = 1; attempt <= tries; attempt++ )); do
        if curl -fsS --max-time 5 "http://$host:8080$health_path" >/dev/null 2>&1; then
            return 0
        fi
        sleep 3
    done
    return 1
}

current_version() {
    remote "$1" "basename \$(readlink -f $root/current)"
}

clean_up() {
    local host=$1
    remote "$host" "cd $root/releases && ls -1t | tail -n +$((keep + 1)) | xargs -r rm -rf --"
}

main() {
    local version=${1:-}
    [[ -n $version ]] || die "usage: $(basename "$0") version"
    local bundle host before
    announce "deploying $version"
    bundle=$(build "$version")
    while read -r host _ <&3; do
        [[ -z $host || $host == \#* ]] && continue
        before=$(current_version "$host")
        log "$host: $before -> $version"
        install_on "$host" "$bundle" "$version"
        switch_to "$host" "$version"
        if is_healthy "$host"; then
            continue
        fi
        log "$host does not answer, going back to $before"
        failed+=("$host")
        collect_logs "$host" >"logs/$host.txt"
        if [[ $before != none ]]; then
            switch_to "$host" "$before"
        fi
    done 3<"$hosts_file"
    if (( ${#failed[@]} > 0 )); then
        die "failed on: ${failed[*]}"
    fi
    announce "$version is live on $count hosts"
}
