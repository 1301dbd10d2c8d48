#!/bin/sh
# deploy/sonde.service under a booted systemd. Needs systemd-nspawn (Debian's systemd-container).
. "$(dirname "$0")/common.sh"
suite=${SUITE:-trixie}
debian "$suite" service ca-certificates,git,nodejs,npm
copy
lend_npm

check "systemd and libatomic1" enter sh -c "apt-get update -q && apt-get install -q -y --no-install-recommends systemd-sysv dbus libatomic1"
check "a clone in /opt/sonde" git clone -q --depth 1 "file://$repository" "$root/opt/sonde"
check "npm ci --omit=dev" enter sh -c 'cd /opt/sonde && npm ci --omit=dev --prefer-offline'
return_npm
umount -R "$root/dev" "$root/proc"
cp "$root/opt/sonde/deploy/sonde.service" "$root/etc/systemd/system/"
printf 'PORT=%s\nINGEST_ENABLED=false\nRESEARCH_SECONDS=0\n' "$port" > "$root/etc/sonde.env"

# What runs inside, as a unit of its own; each line of /root/result is `ok WHAT` or `failed WHAT`.
cp "$repository/deploy/test/systemd-inside.sh" "$root/root/inside.sh"
cat > "$root/etc/systemd/system/inside.service" <<'UNIT'
[Service]
Type=oneshot
ExecStart=/bin/sh /root/inside.sh
ExecStopPost=/bin/systemctl poweroff --no-block
StandardOutput=file:/root/said
StandardError=inherit
UNIT
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -s ../inside.service "$root/etc/systemd/system/multi-user.target.wants/inside.service"

timeout 600 systemd-nspawn --register=no --keep-unit --directory "$root" --boot > "$work/console" 2>&1 || true
[ -e "$root/root/result" ] || { tail -n 30 "$work/console"; cat "$root/root/said" || true; echo "systemd: FAILED"; exit 1; }
while read -r outcome what; do
  check "$what" sh -c "[ $outcome = ok ] || { cat '$root/root/said'; exit 1; }"
done < "$root/root/result"
check "all of it was run" test -e "$root/root/end"
result "Debian $(cat "$root/etc/debian_version"), $(cat "$root/root/end")"
