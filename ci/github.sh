#!/usr/bin/env bash
# The step of action.yml. Its inputs are in the environment: COMMAND, CHAFFINCH_CORPUS, OUTPUT, SINCE, CHECKED,
# ARGS and PULL_REQUEST.
set -euo pipefail

bin=$(mktemp -d)
GOWORK=off GOTOOLCHAIN=auto CGO_ENABLED=0 \
  go build -C "$GITHUB_ACTION_PATH" -buildvcs=false -trimpath -o "$bin/" ./cmd/chaffinch
PATH=$bin:$PATH

read -r -d '' -a arguments <<<"$ARGS" || true # also of several lines
comment=
if [ -n "$PULL_REQUEST" ]; then
  comment=$bin/comment.md
  arguments+=(--output "$comment")
fi

# The matchers make annotations of the lines that name a copy. No name of a file is taken for a command.
token=chaffinch-$RANDOM$RANDOM$RANDOM
echo "::add-matcher::$GITHUB_ACTION_PATH/ci/matcher.json"
echo "::stop-commands::$token"
code=0
GH_TOKEN= bash "$GITHUB_ACTION_PATH/ci/check.sh" "$COMMAND" "$OUTPUT" "$SINCE" "$CHECKED" \
  ${arguments[@]+"${arguments[@]}"} 2>&1 || code=$?
echo "::$token::"
echo "::remove-matcher owner=chaffinch::"
echo "::remove-matcher owner=chaffinch-scan::"

# A pull request from a fork has no right to comment. That is no fault of the change.
if [ -n "$comment" ] && [ "$code" -le 1 ]; then
  bash "$GITHUB_ACTION_PATH/ci/comment.sh" "$comment" "$PULL_REQUEST" ||
    echo "::warning::the comment cannot be written: give the job the permission pull-requests: write"
fi
exit "$code"
