#!/usr/bin/env bash
# Keeps one comment of a pull request on GitHub: the output of chaffinch scan --output FILE.md.
#
#   comment.sh FILE PULL-REQUEST
#
# If FILE is empty, the comment of an earlier run is removed, and no other is made.
# It needs gh, with GH_TOKEN and GH_REPO in the environment.
set -euo pipefail

file=$1 number=$2
mark='<!-- chaffinch scan -->'
old=$(gh api --paginate "repos/$GH_REPO/issues/$number/comments" \
  --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$mark\"))) | .id")
for id in $old; do
  gh api --silent --method DELETE "repos/$GH_REPO/issues/comments/$id"
done
[ -s "$file" ] || exit 0
{ echo "$mark"; cat "$file"; } | gh pr comment "$number" --body-file -
