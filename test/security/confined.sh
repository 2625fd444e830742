# Runs a command as the image does (Dockerfile, compose.yaml): user and group 65534, no capability and none to be had, a file
# system that is read-only but for /tmp, packages without those of development. To be run by root in a mount namespace of its own.
#
#   confined.sh REPOSITORY DATA LIST COMMAND...
#
# DATA: a directory in the namespace that may be written as well, or `-`. LIST: a file with directories that are to be empty, one a line.
set -eu
repository=$1
data=$2
empty=$3
shift 3

# Over /mnt and before /tmp: the project may lie in either.
mount -t tmpfs -o mode=0755 tmpfs /mnt
mkdir /mnt/app /mnt/app/dist /mnt/app/node_modules
cp "$repository/package.json" /mnt/app/
mount --bind "$repository/dist" /mnt/app/dist
mount --bind "$repository/node_modules" /mnt/app/node_modules
while read -r directory; do
  if [ -d "/mnt/app/$directory" ]; then mount -t tmpfs -o size=4k,mode=0755 tmpfs "/mnt/app/$directory"; fi
done < "$empty"

awk '$2 !~ "^/(proc|sys|dev)(/|$)" { print $2 }' /proc/self/mounts | while read -r place; do
  mount -o remount,bind,ro "$place" 2> /dev/null || true
done
mount -t tmpfs -o size=64m,mode=1777,noexec,nosuid,nodev tmpfs /tmp
if [ "$data" != - ]; then mount -t tmpfs -o mode=0700,uid=65534,gid=65534 tmpfs "$data"; fi

cd /mnt/app
exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"
