/**
 * Denials that the package (0.0.83) does not have, each by its name in the attempts to escape, with the reason why. What
 * macOS lacks has not been tried.
 */
export function knownWeaknesses(host: { readonly isMac: boolean; readonly isRoot: boolean }): Weaknesses {
  if (host.isMac) return {};
  return { ...onLinux, ...(host.isRoot ? asRoot : asUser) };
}

type Weaknesses = Readonly<Record<string, string>>;

const onLinux: Weaknesses = {
  "unix-datagrams-off":
    "its filter of system calls allows pairs of sockets, which can send to any socket with a path",
  "no-tracing": "its filter of system calls allows programs to trace one another inside",
  "no-typing": "its filter of system calls allows it; a session without a terminal makes it useless",
  "no-set-user-id": "its filter of system calls allows any mode",
  "keys-hidden": "/proc is mounted whole",
  "memory-folders-bounded": "folders that are hidden are folders in memory, without a bound",
  "system-sealed": "folders that are hidden can be written to, which nobody else sees",
};

/** Refused by the proof of `openSandbox`. */
const asRoot: Weaknesses = {
  "kernel-settings-held": "to the kernel its programs are root, to whom /proc/sys belongs",
};

const asUser: Weaknesses = {
  "no-capabilities": "the bounding set stays, which without new privileges means nothing",
};
