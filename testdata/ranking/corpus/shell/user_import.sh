#!/usr/bin/env bash
# Part of the Quillwater tool set. You may use, change and pass on this file
# as long as this notice stays with it. It comes without any warranty; whoever
# runs it does so at their own risk.
#
# Makes login accounts from a table: login;full name;groups;public key

set -euo pipefail

min_uid=2000
shell=/bin/bash
skeleton=/etc/skel
created=0
changed=0
skipped=0

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

warn() {
    printf 'line %d: %s\n' "$line_number" "$*" >&2
    skipped=$((skipped + 1))
}

[[ $EUID -eq 0 ]] || die "only root can make accounts"
[[ $# -eq 1 ]] || die "usage: $(basename "$0") table"
[[ -r $1 ]] || die "cannot read $1"

valid_login() {
    [[ $1 =~ ^[a-z_][a-z0-9_-]{0,30}$ ]]
}

next_uid() {
    getent passwd | awk -F: -v uid="$min_uid" '
        $3 >= uid && $3 < 60000 { taken[$3] = 1 }
        END { while (uid in taken) uid++; print uid }'
}

ensure_groups() {
    local group
    local -a wanted
    IFS=, read -ra wanted <<<"$1"
    for group in "${wanted[@]}"; do
        if ! getent group "$group" >/dev/null; then
            groupadd "$group"
            echo "group $group made"
        fi
    done
}

install_key() {
    local login=$1 key=$2
    local home folder
    home=$(getent passwd "$login" | cut -d: -f6)
    folder=$home/.ssh
    install -d -m 700 -o "$login" -g "$login" "$folder"
    touch "$folder/authorized_keys"
    if ! grep -qxF -- "$key" "$folder/authorized_keys"; then
        printf '%s\n' "$key" >>"$folder/authorized_keys"
    fi
    chmod 600 "$folder/authorized_keys"
    chown "$login:$login" "$folder/authorized_keys"
}

line_number=0
while IFS=';' read -r login name groups key; do
    line_number=$((line_number + 1))
    [[ -z $login || $login == \#* ]] && continue
    if ! valid_login "$login"; then
        warn "$login is no valid login"
        continue
    fi
    if [[ -n $key && $key != ssh-* ]]; then
        warn "key of $login does not look like one"
        continue
    fi
    [[ -n $groups ]] && ensure_groups "$groups"
    if id "$login" >/dev/null 2>&1; then
        usermod --comment "$name" "$login"
        changed=$((changed + 1))
    else
        useradd --uid "$(next_uid)" --comment "$name" --create-home \
            --skel "$skeleton" --shell "$shell" --user-group "$login"
        passwd --lock "$login" >/dev/null
        created=$((created + 1))
    fi
    if [[ -n $groups ]]; then
        usermod --append --groups "$groups" "$login"
    fi
    [[ -z $key ]] || install_key "$login" "$key"
done <"$1"

echo "$created made, $changed changed, $skipped skipped"
(( skipped == 0 ))
