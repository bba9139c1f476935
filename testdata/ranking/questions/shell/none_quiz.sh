#!/bin/bash
# Asks words from a list until all are known. A word that was answered wrongly
# comes back sooner.

set -u

file=${1:?usage: quiz.sh FILE}
declare -A meaning box
right=0
wrong=0

[[ -r $file ]] || { echo "cannot read $file" >&2; exit 1; }

while IFS='=' read -r word translation; do
    [[ -z $word || $word == \#* ]] && continue
    word=${word%"${word##*[! ]}"}
    meaning[$word]=${translation# }
    box[$word]=1
done <"$file"

pick() {
    local word total=0 ticket
    for word in "${!box[@]}"; do
        (( total += 5 - box[$word] ))
    done
    (( total > 0 )) || return 1
    ticket=$(( RANDOM % total ))
    for word in "${!box[@]}"; do
        (( ticket -= 5 - box[$word] ))
        if (( ticket < 0 )); then
            chosen=$word
            return 0
        fi
    done
}

finish() {
    echo
    echo "$right right, $wrong wrong"
    exit 0
}
trap finish INT

while pick; do
    read -rp "$chosen? " answer || finish
    if [[ ${answer,,} == "${meaning[$chosen],,}" ]]; then
        right=$((right + 1))
        (( box[$chosen]++ ))
        echo "  yes"
    else
        wrong=$((wrong + 1))
        box[$chosen]=1
        echo "  no: ${meaning[$chosen]}"
    fi
done
finish
