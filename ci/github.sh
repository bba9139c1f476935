#!/usr/bin/env bash
# The step of action.yml. Its inputs are in the environment: COMMAND, CHAFFINCH_CORPUS, OUTPUT, SINCE, CHECKED,
# ARGS, PULL_REQUEST and RELEASE.
set -euo pipefail

bin=$(mktemp -d)
PATH=$bin:$PATH
# The script of a release knows the checksums of its archives. Without a release, or if it cannot be had, the program is
# built.
if [ -z "${RELEASE:-}" ] || ! curl -fsSL -o "$bin/install.sh" "$RELEASE/install.sh" ||
  ! CHAFFINCH_URL=$RELEASE CHAFFINCH_BIN=$bin sh "$bin/install.sh"; then
  [ -z "${RELEASE:-}" ] || echo "::warning::$RELEASE cannot be installed, so chaffinch is built"
  GOWORK=off GOTOOLCHAIN=auto CGO_ENABLED=0 \
    go build -C "$GITHUB_ACTION_PATH" -buildvcs=false -trimpath -o "$bin/" ./cmd/chaffinch
fi

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
