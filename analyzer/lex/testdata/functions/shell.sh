first() {
  echo "${x#y}" "$(foo bar)"
  case $1 in a) echo b ;; esac
}
function second {
  if true; then echo 2; fi
}
function third() { echo 1; }
echo first
