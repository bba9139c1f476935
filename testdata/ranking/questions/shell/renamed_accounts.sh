good_name() {
    [[ $1 =~ ^[a-z_][a-z0-9_-]{0,30}$ ]]
}

free_number() {
    getent passwd | awk -F: -v num="$lowest" '
        $3 >= num && $3 < 60000 { used[$3] = 1 }
        END { while (num in used) num++; print num }'
}

make_teams() {
    local group
    local -a names
    IFS=, read -ra names <<<"$1"
    for group in "${names[@]}"; do
        if ! getent group "$group" >/dev/null; then
            groupadd "$group"
            echo "group $group made"
        fi
    done
}

add_pubkey() {
    local account=$1 pubkey=$2
    local base dir
    base=$(getent passwd "$account" | cut -d: -f6)
    dir=$base/.ssh
    install -d -m 700 -o "$account" -g "$account" "$dir"
    touch "$dir/authorized_keys"
    if ! grep -qxF -- "$pubkey" "$dir/authorized_keys"; then
        printf '%s\n' "$pubkey" >>"$dir/authorized_keys"
    fi
    chmod 600 "$dir/authorized_keys"
    chown "$account:$account" "$dir/authorized_keys"
}
