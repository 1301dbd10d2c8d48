# What systemd.sh runs in the system that it has booted.
. /etc/sonde.env
node="sh /opt/sonde/bin/start.sh"

check() {
  what=$1
  shift
  echo "--- $what"
  if "$@" 2>&1; then outcome=ok; else outcome=failed; fi
  echo "$outcome $what" >> /root/result
}
ready() {
  for _ in $(seq 120); do
    $node -e "fetch('http://127.0.0.1:$PORT/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))" && return
    sleep 1
  done
  journalctl -u sonde --no-pager | tail -n 30
  return 1
}
main_pid() { systemctl show -P MainPID sonde; }
starts() { systemctl start sonde && ready; }
confined() {
  status=/proc/$(main_pid)/status
  cat "$status"
  ! grep -q "^Uid:.0" "$status" && grep -q "^CapEff:.0000000000000000" "$status" && grep -q "^CapBnd:.0000000000000000" "$status" &&
    grep -q "^NoNewPrivs:.1" "$status" && grep -q "^Seccomp:.2" "$status"
}
read_only() {
  for folder in / /opt/sonde /etc /usr /var; do
    ! nsenter --target "$(main_pid)" --mount touch "$folder/x" || return 1
  done
}
restarts() {
  before=$(main_pid)
  kill -KILL "$before"
  sleep 3
  ready && [ "$(main_pid)" != "$before" ] && [ "$(systemctl show -P NRestarts sonde)" = 1 ]
}
writes_elsewhere() {
  elsewhere=$(find / -xdev -uid "$owner" -not -path '/var/lib/private/sonde*' 2> /dev/null)
  echo "$elsewhere"
  [ -z "$elsewhere" ]
}
closed() {
  stat -c '%a %U %n' /var/lib/private/sonde /var/lib/private/sonde/data
  [ "$(stat -c %a /var/lib/private/sonde/data)" = 700 ]
}
stops() {
  began=$(date +%s)
  systemctl stop sonde
  took=$(($(date +%s) - began))
  echo "$took" > /root/took
  systemctl show sonde -p Result -p ExecMainStatus
  [ "$took" -lt 60 ] && [ "$(systemctl show -P Result sonde)" = success ] && [ "$(systemctl show -P ExecMainStatus sonde)" = 0 ]
}

gives_up() {
  cp /etc/sonde.env /root/sonde.env
  echo LOG_LEVEL=loud >> /etc/sonde.env
  systemctl reset-failed sonde
  systemctl start sonde || true
  for _ in $(seq 60); do
    [ "$(systemctl is-active sonde)" != failed ] || break
    sleep 1
  done
  sleep 5
  systemctl show sonde -p ActiveState -p ExecMainStatus -p NRestarts
  [ "$(systemctl is-active sonde)" = failed ] && [ "$(systemctl show -P ExecMainStatus sonde)" = 78 ] &&
    [ "$(systemctl show -P NRestarts sonde)" = 0 ] || return 1
  cp /root/sonde.env /etc/sonde.env
  starts
}

check "the unit is valid" systemd-analyze verify /etc/systemd/system/sonde.service
check "it starts and is ready" starts
owner=$(stat -c %u "/proc/$(main_pid)")
check "it has a user of its own, no capabilities, no new privileges, and a filter of system calls" confined
check "it sees a file system that it can only read" read_only
check "its data is for itself alone" closed
check "killed, it is back" restarts
check "it has written to its state directory alone" writes_elsewhere
check "it stops in its time, with exit code 0" stops
check "with a wrong setting it is not started again and again" gives_up
score=$(systemd-analyze security --no-pager sonde | tail -n 1 | grep -o '[0-9][0-9.]* [A-Z]*')
echo "systemd $(systemctl --version | sed -n '1s/systemd \([0-9]*\).*/\1/p'), exposure $score (0 is best), stopped in $(cat /root/took) s" > /root/end
