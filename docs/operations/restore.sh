#!/bin/sh
# Fills DIRECTORY, the data directory of a Redis that is to keep an append-only file, from a snapshot.
#
#   sh restore.sh FILE DIRECTORY
#
# Run it as the user that Redis runs as. DIRECTORY must be empty: a Redis with `appendonly yes` reads only its append-only
# file, and starts EMPTY when it finds only a snapshot. So this script starts a temporary Redis that listens only on a
# socket, and lets it read the snapshot and write the append-only file.
set -eu
file=${1:?usage: restore.sh FILE DIRECTORY}
directory=${2:?usage: restore.sh FILE DIRECTORY}
redis-check-rdb "$file" > /dev/null
umask 077
mkdir -p "$directory"
if [ -n "$(ls -A "$directory")" ]; then
  echo "$directory is not empty" >&2
  exit 1
fi
socket=$(mktemp -u "${TMPDIR:-/tmp}/restore-XXXXXX.sock")
server=
# If it is interrupted or fails, remove the incomplete store.
undo() {
  trap - EXIT HUP INT TERM
  if [ -n "$server" ]; then kill -KILL "$server" 2> /dev/null || true; wait || true; fi
  rm -rf "$directory/dump.rdb" "$directory/appendonlydir" "$socket"
  exit 1
}
trap undo EXIT HUP INT TERM
cp "$file" "$directory/dump.rdb"
redis-server --port 0 --unixsocket "$socket" --dir "$directory" --save '' --appendonly no > /dev/null &
server=$!
ask() { redis-cli -s "$socket" "$@"; }
until [ "$(ask ping 2> /dev/null)" = PONG ]; do
  kill -0 "$server" 2> /dev/null || { echo "redis-server does not start in $directory" >&2; exit 1; }
  sleep 0.2
done
ask config set appendonly yes > /dev/null
until ask info persistence | grep -q '^aof_rewrite_in_progress:0' \
  && ask info persistence | grep -q '^aof_rewrite_scheduled:0'; do sleep 0.2; done
ask info persistence | grep -q '^aof_last_bgrewrite_status:ok'
echo "$(ask dbsize) keys in $directory"
ask shutdown > /dev/null 2>&1 || true
trap - EXIT HUP INT TERM
wait
rm -f "$directory/dump.rdb"
