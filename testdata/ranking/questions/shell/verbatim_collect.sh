collect() {
    local hash subject area text body
    while IFS=$'\x1f' read -r hash subject; do
        [[ $subject == Merge\ * || $subject == fixup!* ]] && continue
        if [[ $subject =~ ^([a-z0-9/_-]+):\ +(.+)$ ]]; then
            area=${BASH_REMATCH[1]}
            text=${BASH_REMATCH[2]}
        else
            area=other
            text=$subject
        fi
        body=$(git show -s --format=%b "$hash")
        if [[ $body =~ Breaking:\ *([^$'\n']+) ]]; then
            breaking+=("$(entry "$hash" "${BASH_REMATCH[1]}")")
        fi
        if [[ -z ${sections[$area]:-} ]]; then
            order+=("$area")
        fi
        sections[$area]+=$(entry "$hash" "${text^}")$'\n'
    done < <(git log --reverse --format='%H%x1f%s' "$from..$to")
}
