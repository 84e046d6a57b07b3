import { assembleFilter, type FilterStep } from "./assemble-filter.ts";
import { type JudgedCall, type SyscallTable, syscallTable } from "./syscall-numbers.ts";

/**
 * The filter of system calls for `bwrap --seccomp`; undefined on an architecture that we have no numbers for.
 * It allows everything that it does not name: namespaces and missing capabilities confine the program, and this
 * filter blocks parts of the kernel where those have failed before.
 */
export function seccompProgram(arch: string): Uint8Array | undefined {
  const table = syscallTable(arch);
  if (!table) return undefined;
  return assembleFilter([
    ...checkConvention(table),
    ...table.denied.map((call) => jump("equal", call, "deny")),
    ...Object.entries(judges).flatMap(([label, calls]) =>
      calls.flatMap((call) => jumpTo(table.judged(call), label)),
    ),
    answer(answers.allow),
    ...judgeClone,
    ...judgeIoctl,
    ...judgePersonality,
    ...judgeSocket,
    ...judgeSocketpair,
    ...judgeModes,
    label("allow"),
    answer(answers.allow),
    label("missing"),
    answer(answers.missing),
    label("deny"),
    answer(answers.deny),
  ]);
}

/** Where these calls are checked. */
const judges: Readonly<Record<string, readonly JudgedCall[]>> = {
  // The first two have their flags in memory, where no filter can look. Memory that belongs to no process is
  // not counted. Libraries fall back to older calls if these are missing.
  missing: ["clone3", "openat2", "memfd_create", "memfd_secret", "shmget", "semget", "msgget"],
  clone: ["clone"],
  ioctl: ["ioctl"],
  personality: ["personality"],
  socket: ["socket"],
  socketpair: ["socketpair"],
  open: ["open"],
  openat: ["openat"],
  "mode-third": ["fchmodat", "fchmodat2", "mknodat"],
  "mode-second": ["chmod", "fchmod", "creat", "mknod"],
};

function jumpTo(call: number | undefined, label: string): readonly FilterStep[] {
  return call === undefined ? [] : [jump("equal", call, label)];
}

/** `SECCOMP_RET_…` of linux/seccomp.h, with EPERM (1) and ENOSYS (38). */
const answers = {
  allow: 0x7fff_0000,
  deny: 0x0005_0001,
  missing: 0x0005_0026,
  kill: 0x8000_0000,
} as const;

/**
 * Offsets in `struct seccomp_data`. We load the low 32 bits of arguments: all that we check are 32 bits wide in
 * the kernel, which drops the rest. Comparing all 64 would let `TIOCSTI` pass with a higher bit set
 * (CVE-2019-10063).
 */
const offsets = { call: 0, arch: 4, first: 16, second: 24, third: 32, fourth: 40 } as const;

/**
 * Numbers mean other calls in other calling conventions, so check the convention first. Kills 32-bit programs;
 * answers x32 like kernels that were built without it.
 */
function checkConvention({ auditArch, foreignFrom }: SyscallTable): readonly FilterStep[] {
  return [
    load(offsets.arch),
    jump("equal", auditArch, "known"),
    answer(answers.kill),
    label("known"),
    load(offsets.call),
    ...(foreignFrom === undefined ? [] : [jump("at-least", foreignFrom, "missing")]),
  ];
}

/** `CLONE_NEWNS`, `NEWCGROUP`, `NEWUTS`, `NEWIPC`, `NEWUSER`, `NEWPID`, `NEWNET` of linux/sched.h. */
const namespaceFlags = 0x7e02_0000;

const judgeClone: readonly FilterStep[] = [
  label("clone"),
  load(offsets.first),
  jump("any-bit", namespaceFlags, "deny"),
  go("allow"),
];

/** `TIOCSTI`, and `TIOCLINUX` with its paste, put text into a terminal as if a person had typed it. */
const judgeIoctl: readonly FilterStep[] = [
  label("ioctl"),
  load(offsets.second),
  jump("equal", 0x5412, "deny"),
  jump("equal", 0x541c, "deny"),
  go("allow"),
];

/**
 * Queries (all ones), plain Linux, 32 bits, and an old kernel's name; not those that make memory easier to
 * attack.
 */
const judgePersonality: readonly FilterStep[] = [
  label("personality"),
  load(offsets.first),
  ...[0xffff_ffff, 0, 0x0008, 0x0002_0000, 0x0002_0008].map((value) => jump("equal", value, "allow")),
  go("deny"),
];

/** Families of linux/socket.h. */
const families = { inet: 2, inet6: 10, netlink: 16 } as const;

/**
 * The two internet families; of netlink only `NETLINK_ROUTE` (0), which lists network interfaces. A unix socket
 * with a visible path would lead to the host. The others (vsock, packet, alg, bluetooth and so on) reach the
 * machine below or rarely reviewed parts of the kernel.
 */
const judgeSocket: readonly FilterStep[] = [
  label("socket"),
  load(offsets.first),
  jump("equal", families.inet, "allow"),
  jump("equal", families.inet6, "allow"),
  jump("equal", families.netlink, "netlink"),
  go("deny"),
  label("netlink"),
  load(offsets.third),
  jump("equal", 0, "allow"),
  go("deny"),
];

/**
 * Programs use pairs to talk to their children. A pair of datagram sockets (2, or 3, which the kernel treats as
 * 2) can send to any path, so allow only streams (1) and sequenced packets (5).
 */
const judgeSocketpair: readonly FilterStep[] = [
  label("socketpair"),
  load(offsets.second),
  // The upper bits are flags such as `SOCK_CLOEXEC`; this is the kernel's `SOCK_TYPE_MASK`.
  { do: "mask", bits: 0xf },
  jump("equal", 1, "allow"),
  jump("equal", 5, "allow"),
  go("deny"),
];

/** `O_CREAT` and `__O_TMPFILE` of asm-generic/fcntl.h; without them the mode argument is garbage. */
const creating = 0x40_0040;

/**
 * A script's output belongs to the user who ran it. With set-user-id or set-group-id it would give that user's
 * rights, perhaps root's, to whoever starts it later outside the sandbox.
 */
const judgeModes: readonly FilterStep[] = [
  label("open"),
  load(offsets.second),
  jump("any-bit", creating, "mode-third"),
  go("allow"),
  label("openat"),
  load(offsets.third),
  jump("any-bit", creating, "mode-fourth"),
  go("allow"),
  label("mode-fourth"),
  load(offsets.fourth),
  go("mode"),
  label("mode-third"),
  load(offsets.third),
  go("mode"),
  label("mode-second"),
  load(offsets.second),
  label("mode"),
  jump("any-bit", 0o6000, "deny"),
  go("allow"),
];

function load(offset: number): FilterStep {
  return { do: "load", offset };
}

function jump(when: "equal" | "at-least" | "any-bit", value: number, to: string): FilterStep {
  return { do: "jump", when, value, to };
}

function go(to: string): FilterStep {
  return { do: "go", to };
}

function label(name: string): FilterStep {
  return { do: "label", name };
}

function answer(value: number): FilterStep {
  return { do: "answer", value };
}
