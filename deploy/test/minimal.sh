#!/bin/sh
# The README's way on the smallest Debian that has Node 20: clone, npm ci, npm start.
. "$(dirname "$0")/common.sh"
suite=${SUITE:-trixie}
debian "$suite" service ca-certificates,git,nodejs,npm
copy
lend_npm
enter useradd --create-home sonde

as="chroot --userspec=sonde:sonde $root env HOME=/home/sonde PORT=$port INGEST_ENABLED=false RESEARCH_SECONDS=0"
as_user() {
  $as sh -c 'cd /srv/sonde && exec "$@"' sh "$@"
}
says_what_to_install() {
  ! as_user npm "$@" > "$work/refused" 2>&1 && cat "$work/refused" && grep -q "apt-get install libatomic1" "$work/refused"
}
ready() {
  curl -fsS "http://127.0.0.1:$port/readyz"
}

check "a clone" git clone -q --depth 1 "file://$repository" "$root/srv/sonde"
# With the packages for development npm itself would stop here: older ones run install scripts, on the Node that lacks it.
check "npm ci --omit=dev, without libatomic1" enter sh -c 'cd /srv/sonde && npm ci --omit=dev --prefer-offline && chown -R sonde: .'
check "npm start says what to install" says_what_to_install start
check "and so does npm run demo" says_what_to_install run demo
check "apt-get install libatomic1" enter sh -c "apt-get update -q && apt-get install -q -y --no-install-recommends libatomic1"
check "npm ci" enter sh -c 'cd /srv/sonde && npm ci --prefer-offline && chown -R sonde: .'
return_npm

# Not by a function, so that its process is npm's.
$as sh -c 'cd /srv/sonde && exec npm start' > "$work/log" 2>&1 &
service=$!
check "npm start: ready" eventually 180 ready
check "no key in the log" sh -c "! grep -q sonde_live_ '$work/log'"
key=$(as_user npm run -s sonde -- keys create --name test --scopes all --json | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p')
check "a report" curl -fsS -H "X-API-Key: $key" -H "Content-Type: application/json" \
  -d '{"niche":"electric vehicle charging"}' "http://127.0.0.1:$port/api/v1/public/reports"
began=$(date +%s)
kill -TERM "$service"
check "SIGTERM: exit code 0" wait "$service"
check "the last line of the log is of the stop" sh -c "tail -n 1 '$work/log' | grep -q stopped"
result "Debian $(cat "$root/etc/debian_version"), Node $(enter node --version) for npm; stopped in $(($(date +%s) - began)) s"
