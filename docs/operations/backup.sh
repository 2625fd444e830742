#!/bin/sh
# Writes a snapshot of the store to FILE, while the service runs.
#
#   sh backup.sh FILE [options of redis-cli: -s SOCKET, or -h HOST -p PORT]
#
# The password is read from REDISCLI_AUTH. FILE contains receipts and names: only its owner can read it.
set -eu
file=${1:?usage: backup.sh FILE [redis-cli options]}
shift
umask 077
redis-cli "$@" --rdb "$file.part" > /dev/null
redis-check-rdb "$file.part" > /dev/null
mv "$file.part" "$file"
echo "$file: $(wc -c < "$file") bytes"
