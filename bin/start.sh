#!/bin/sh
# Starts a program of Sonde, such as src/main.ts, on the Node that the project brings.
# Not by node_modules/.bin: npm 9 makes no link there after `npm ci --omit=dev`.
for bin in "$(dirname "$0")"/../node_modules/node-*/bin; do
  [ ! -x "$bin/node" ] || PATH=$bin:$PATH
done

# Small installations of Linux lack a library that this Node needs, and the loader names only a file.
missing=$(ldd "$(command -v node)" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p')
if [ -n "$missing" ]; then
  echo "Sonde cannot start: its Node needs $missing, which is not installed here." >&2
  [ "$missing" != libatomic.so.1 ] || echo "On Debian and Ubuntu: apt-get install libatomic1. On Fedora: dnf install libatomic." >&2
  exit 1
fi

# Compiled code is kept for the next start. Set here, it covers the first module and worker threads too, which then have
# no use for the compiler of TypeScript.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$(cd "$(dirname "$0")/.." && pwd)/node_modules/.cache/sonde}"
# What is freed goes back to the system: docs/operating.md says what these are.
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
exec node --max-semi-space-size=8 "$@"
