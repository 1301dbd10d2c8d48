# What the scripts beside this one share; each begins with `. "$(dirname "$0")/common.sh"`. They need Linux, root,
# debootstrap, git, curl and npm, and what each names at its top. Debian comes from the mirror that apt is configured with
# (another one: DEBIAN_MIRROR), packages from the registry that npm is configured with. CACHE keeps what takes long.
set -eu

[ "$(id -u)" = 0 ] || { echo "Run it as root." >&2; exit 2; }

# Processes and mounts of its own, which end with the script.
if [ -z "${OWN_NAMESPACES:-}" ]; then
  OWN_NAMESPACES=true exec unshare --mount --pid --fork --kill-child --propagation private sh "$0" "$@"
fi
mount -t proc proc /proc
# Where the machine still has the old cgroups, or both.
if [ "$(stat -fc %T /sys/fs/cgroup)" != cgroup2fs ]; then
  umount -R /sys/fs/cgroup
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
fi

repository=$(cd "$(dirname "$0")/../.." && pwd)
test=$(basename "$0" .sh)
cache=${CACHE:-/var/tmp/sonde-deploy}
work=$(mktemp -d /var/tmp/sonde-deploy-XXXXXX)
mkdir -p "$cache"
port=${PORT:-4747}

clean() {
  umount --lazy --recursive "$work/root" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM

# Another service there would pass for ours.
if curl -s -o "$work/other" "http://127.0.0.1:$port/"; then
  echo "Something answers on port $port already: set PORT." >&2
  exit 2
fi

passed=0
# check WHAT COMMAND…: one line, and the end where it does not hold.
check() {
  what=$1
  shift
  if "$@" > "$work/said" 2>&1; then
    passed=$((passed + 1))
    echo "  ok: $what"
  else
    echo "  FAILED: $what"
    tail -n 40 "$work/said"
    echo "$test: FAILED"
    exit 1
  fi
}

# result WORDS: the last line.
result() {
  echo "$test: $passed of $passed hold on $(date +%F), commit $(git -C "$repository" rev-parse --short HEAD), $*"
}

# eventually SECONDS COMMAND…: until it succeeds.
eventually() {
  seconds=$1
  shift
  while ! "$@"; do
    seconds=$((seconds - 1))
    [ "$seconds" -gt 0 ] || return 1
    sleep 1
  done
}

# debian SUITE NAME PACKAGES: the smallest Debian with these packages, made once; $base is where.
debian() {
  base=$cache/$1-$2
  [ ! -e "$base.complete" ] || return 0
  mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)}
  echo "  making $base, once"
  rm -rf "$base"
  # apt finds dependencies that debootstrap does not, and takes no more than they.
  { debootstrap --variant=minbase --include=ca-certificates "$1" "$base" "$mirror" && cp -L /etc/resolv.conf "$base/etc/resolv.conf" &&
    chroot "$base" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $(echo "$3" | tr , ' ') &&
    chroot "$base" apt-get clean; } > "$cache/debootstrap.log" 2>&1 || { tail "$cache/debootstrap.log"; exit 1; }
  touch "$base.complete"
}

# Copies on write over $base, as $root.
copy() {
  root=$work/root
  mkdir -p "$root" "$work/upper" "$work/working"
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/upper,workdir=$work/working" "$root"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
}

# enter COMMAND…: runs in $root.
enter() {
  chroot "$root" env HOME=/root DEBIAN_FRONTEND=noninteractive "$@"
}

# npm in $root uses this machine's cache, settings and certificates.
lend_npm() {
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mkdir -p "$root/root/.npm" "$HOME/.npm"
  mount --bind "$HOME/.npm" "$root/root/.npm"
  [ ! -e "$HOME/.npmrc" ] || cp "$HOME/.npmrc" "$root/root/.npmrc"
  mount --bind /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
}

return_npm() {
  umount "$root/root/.npm" "$root/etc/ssl/certs/ca-certificates.crt"
  rm -f "$root/root/.npmrc"
}
