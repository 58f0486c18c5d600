#!/usr/bin/env bash
# last-release.sh [COMMIT]: the workers of the last release (its tag), or of another commit, are driven by this
# controller, and the workers of this tree by that one's: `run quick` of two stacks each. Then this controller sums up
# the run of that one. It needs git, the .NET SDK and what cpp/sockets is built with. The exit code is 1 when one of
# these can't be done, and 0 where nothing has been released before.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source packaging/notes.sh
if (($# > 0)); then
  last=$1
elif last=$(last_release) && [[ ! $last ]]; then
  echo 'nothing has been released before'
  exit
fi
work=$(mktemp -d)
trap 'git worktree remove --force "$work/tree" 2>/dev/null || true; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/tree" "$last"
failed=0

# WHAT CONTROLLER TREE-OF-WORKERS
run() {
  local code=0
  PINGMARK_ROOT=$3 PINGMARK_ACCEPT_NOISE=1 "$2/pingmark" run quick --stacks cpp/tcp-epoll,dotnet/udp-spin --budget 10s \
    --set connections=1 --out "$work/$1" >"$work/$1.log" 2>&1 || code=$?
  # 1 also says that a cell is not valid, as on a machine that others use: what counts is that both were measured.
  if grep -q '"status":"ok"' "$work/$1/trials.jsonl" 2>/dev/null && ((code < 2)); then
    echo "$1: measured"
  else
    tail -20 "$work/$1.log" >&2
    echo "$1: it ended with $code"
    failed=1
  fi
}

run "workers-of-${last//\//-}" "$PWD" "$work/tree"
run "controller-of-${last//\//-}" "$work/tree" "$PWD"
# 1 as above.
if [[ ! -f $work/controller-of-${last//\//-}/run.json ]]; then
  echo "it made no run, so none is summed up"
elif ./pingmark report "$work/controller-of-${last//\//-}" >"$work/report.log" 2>&1 || (($? == 1)); then
  echo "its run is summed up"
else
  tail -20 "$work/report.log" >&2
  echo 'its run is not summed up'
  failed=1
fi
exit "$failed"
