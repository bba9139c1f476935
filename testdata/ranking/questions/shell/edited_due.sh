to_bytes() {
    local text=${1^^}
    case $text in
        *K) echo $(( ${text%K} * 1024 )) ;;
        *M) echo $(( ${text%M} * 1024 * 1024 )) ;;
        - | none) echo 0 ;;
        *[!0-9]*) die "no size: $text" ;;
        *) echo "$text" ;;
    esac
}

last_rotation() {
    local mark=$state/$(basename "$1").mark
    if [[ -e $mark ]]; then
        stat -c %Y "$mark"
    else
        touch "$mark"
        date +%s
    fi
}

is_due() {
    local path=$1 max_size=$2 max_age=$3
    local size age
    if [[ ${force:-no} == yes ]]; then
        return 0
    fi
    size=$(stat -c %s "$path")
    total=$((total + size))
    (( size > 0 )) || return 1
    if (( max_size > 0 && size >= max_size )); then
        note "$path has $size bytes"
        return 0
    fi
    age=$(( ($(date +%s) - $(last_rotation "$path")) / 3600 / 24 ))
    if [[ $max_age != - ]] && (( age >= max_age )); then
        return 0
    fi
    return 1
}
