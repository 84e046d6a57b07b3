/** Arguments of the script in this order: `$1`, `$2` and so on; the `homeEntries` come last. */
export type ProbeTargets = {
  /** A folder that is not exposed, with a file `canary`. */
  readonly hidden: string;
  /** A read-only folder with a file `given` and a listening socket `socket`. */
  readonly readable: string;
  readonly writable: string;
  /** Port of a listener on the host's loopback. */
  readonly port: number;
  /** Pid of the host's process. */
  readonly pid: number;
  /** A program that runs JavaScript, for machines without perl and python. */
  readonly node: string;
  readonly home: string;
  readonly homeEntries: readonly string[];
};

/** Tries to break out. It only reports what it saw; the host decides whether that is a leak. */
export function probeCommand(targets: ProbeTargets): readonly [string, ...string[]] {
  const { hidden, readable, writable, port, pid, node, home, homeEntries } = targets;
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  const words = [hidden, readable, writable, String(port), hexPort, String(pid), node, home];
  return ["/bin/sh", "-c", script, "sh", ...words, ...homeEntries];
}

/**
 * Uses shell builtins where possible, because each program costs a millisecond or two, and perl's modules cost
 * ten. A line is `name=value`; the environments of all visible processes come last, separated by NUL.
 */
const script = String.raw`
exec 2>/dev/null
hidden=$1 readable=$2 writable=$3 port=$4 hex=$5 pid=$6 node=$7 home=$8
shift 8

read -r line <"$hidden/canary" && echo "canary=$line"
printf x >"$hidden/written"
read -r line <"$readable/given" && echo "given=$line"
printf x >"$readable/written"
printf x >>"$readable/given"
printf x >"$writable/written"
for entry do [ -e "$home/$entry" ] && echo "home=$entry"; done

if [ -r /proc/net/tcp ]; then
  echo tcp-table=read
  while read -r _ local _; do case $local in *:"$hex") echo tcp-table=listener;; esac; done </proc/net/tcp
fi
bash -c 'echo tcp-tried=bash; exec 3<>"/dev/tcp/127.0.0.1/$1"' bash "$port" &
{ unshare -U true; echo "unshare=$?"; } &
{ mount -o remount,bind,rw "$readable"; echo "mount=$?"; printf x >"$readable/remounted"; } &

perl -e '$| = 1; print "unix-tried=perl\n"; ($path) = @ARGV;
  $address = $^O eq "darwin" ? pack("CCa*", 2 + length $path, 1, $path) : pack("Sa*", 1, $path);
  socket(S, 1, 1, 0) && connect(S, $address); exit 0' "$readable/socket" ||
python3 -c 'import socket, sys
print("unix-tried=python", flush=True)
try: socket.socket(socket.AF_UNIX).connect(sys.argv[1])
except OSError: pass' "$readable/socket" ||
"$node" -e 'process.stdout.write("unix-tried=node\n"); net.connect(process.argv[1]).on("error", () => {})' "$readable/socket"

read -r line <"/proc/$pid/stat" && echo "host-stat=$line"
true >>/proc/sys/kernel/core_pattern && echo kernel-settings=open
kill -0 "$pid" && echo host-signal=taken
while read -r key value; do
  case $key in Cap*|NoNewPrivs:) echo "$key=$value";; esac
done </proc/self/status

wait
echo finished=yes
echo environments:
env
cat /proc/[0-9]*/environ
`;
