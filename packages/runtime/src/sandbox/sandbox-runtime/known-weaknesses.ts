/** Denials that the package (0.0.83) lacks, by the name of the escape test, with the reason. Not tested on macOS. */
export function knownWeaknesses(host: { readonly isMac: boolean; readonly isRoot: boolean }): Weaknesses {
  if (host.isMac) return {};
  return { ...onLinux, ...(host.isRoot ? asRoot : asUser) };
}

type Weaknesses = Readonly<Record<string, string>>;

const onLinux: Weaknesses = {
  "unix-datagrams-off":
    "its system call filter allows socket pairs, which can send to any socket with a path",
  "no-tracing": "its system call filter allows programs inside to trace one another",
  "no-typing": "its system call filter allows it; a session without a terminal makes it useless",
  "no-set-user-id": "its system call filter allows any mode",
  "keys-hidden": "/proc is mounted whole",
  "memory-folders-bounded": "hidden folders are in memory, without a size limit",
  "system-sealed": "hidden folders can be written to, invisibly to the host",
};

/** Found by the proof in `openSandbox`, which refuses the sandbox. */
const asRoot: Weaknesses = {
  "kernel-settings-held": "to the kernel its programs are root, and root owns /proc/sys",
};

const asUser: Weaknesses = {
  "no-capabilities": "the bounding set stays, which means nothing without new privileges",
};
