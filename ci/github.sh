#!/usr/bin/env bash
# The step of action.yml. Its inputs are in the environment: OUTPUT, SINCE, COMPARED and ARGS.
set -euo pipefail

bin=$(mktemp -d)
GOWORK=off GOTOOLCHAIN=auto CGO_ENABLED=0 \
  go build -C "$GITHUB_ACTION_PATH" -buildvcs=false -trimpath -o "$bin/" ./cmd/chaffinch
PATH=$bin:$PATH

# The matcher makes annotations of the lines that name a pair. No name of a file is taken for a command.
token=chaffinch-$RANDOM$RANDOM$RANDOM
echo "::add-matcher::$GITHUB_ACTION_PATH/ci/matcher.json"
echo "::stop-commands::$token"
read -r -d '' -a arguments <<<"$ARGS" || true # also of several lines
code=0
bash "$GITHUB_ACTION_PATH/ci/check.sh" "$OUTPUT" "$SINCE" "$COMPARED" ${arguments[@]+"${arguments[@]}"} 2>&1 || code=$?
echo "::$token::"
echo "::remove-matcher owner=chaffinch::"
exit "$code"
