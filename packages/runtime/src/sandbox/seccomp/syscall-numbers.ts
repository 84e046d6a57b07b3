/** The system calls of one architecture. */
export type SyscallTable = {
  /** `AUDIT_ARCH_…` of linux/audit.h: a call's convention as the kernel reports it. */
  readonly auditArch: number;
  /** Calls from this number on follow another convention (x32) under the same name. */
  readonly foreignFrom?: number;
  readonly denied: readonly number[];
  /** Undefined if the architecture lacks the call. */
  judged(call: JudgedCall): number | undefined;
};

/** Calls that are checked by their arguments. */
export type JudgedCall =
  | ("clone" | "clone3" | "ioctl" | "personality" | "socket" | "socketpair")
  | ("memfd_create" | "memfd_secret" | "shmget" | "semget" | "msgget")
  | ("open" | "openat" | "openat2" | "creat" | "mknod" | "mknodat")
  | ("chmod" | "fchmod" | "fchmodat" | "fchmodat2");

/** The table for a `process.arch`; undefined for one that we have no numbers for. */
export function syscallTable(arch: string): SyscallTable | undefined {
  if (arch === "x64") return tableOf("x64", { auditArch: 0xc000_003e, foreignFrom: 0x4000_0000 });
  if (arch === "arm64") return tableOf("arm64", { auditArch: 0xc000_00b7 });
  return undefined;
}

/**
 * Calls that no script needs: each looks into another process, changes mounts or namespaces, controls the whole
 * machine, or opens a part of the kernel known for vulnerabilities. Numbers on x64 are from the kernel's
 * arch/x86/entry/syscalls/syscall_64.tbl, on arm64 from include/uapi/asm-generic/unistd.h; some calls exist on
 * x64 only.
 */
export const deniedCalls: Readonly<Record<string, readonly [x64: number, arm64?: number]>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  perf_event_open: [298, 241],
  fanotify_init: [300, 262],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  unshare: [272, 97],
  setns: [308, 268],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  iopl: [172],
  ioperm: [173],
};

export const judgedCalls: Readonly<Record<JudgedCall, readonly [x64: number, arm64?: number]>> = {
  clone: [56, 220],
  clone3: [435, 435],
  ioctl: [16, 29],
  personality: [135, 92],
  socket: [41, 198],
  socketpair: [53, 199],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  semget: [64, 190],
  msgget: [68, 186],
  open: [2],
  openat: [257, 56],
  openat2: [437, 437],
  creat: [85],
  mknod: [133],
  mknodat: [259, 33],
  chmod: [90],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
};

function tableOf(arch: "x64" | "arm64", base: Pick<SyscallTable, "auditArch" | "foreignFrom">): SyscallTable {
  const column = arch === "x64" ? 0 : 1;
  return {
    ...base,
    denied: Object.values(deniedCalls).flatMap((numbers) => numbers[column] ?? []),
    judged: (call) => judgedCalls[call][column],
  };
}
