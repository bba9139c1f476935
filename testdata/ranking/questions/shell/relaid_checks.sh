check_http() {
  local url=$1 needle=${2:-}
  local body
  body=$(
    curl -fsSL --max-time "$timeout" "$url" 2>&1
  ) || {
    reason=${body##*: }
    return 1
  }
  if [[ -n $needle && $body != *"$needle"* ]]; then
    reason="answer lacks '$needle'"
    return 1
  fi
}

# Is anybody listening?
check_tcp() {
  local host=${1%:*} port=${1##*:}
  if ! timeout "$timeout" bash -c "exec 3<>/dev/tcp/$host/$port" 2>/dev/null; then
    reason="port $port is closed"
    return 1
  fi
}

# systemd knows.
check_unit() {
  local active
  active=$(systemctl is-active "$1" 2>/dev/null)
  if [[ $active != active ]]; then
    reason="unit is ${active:-unknown}"
    return 1
  fi
}

# with_retries COMMAND...
with_retries() {
  local round
  for (( round = 1; round <= retries; round++ )); do
    "$@" &&
      return 0
    (( round < retries )) && sleep "$round"
  done
  return 1
}
