/** Where a Linux system has its programs and libraries, and two caches that programs take for a part of themselves. */
export const systemFolders: readonly string[] = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/nix/store",
  "/gnu/store",
  "/var/lib/texmf",
  "/var/cache/fontconfig",
];

/**
 * What programs need of `/etc`, none of which tells who uses this machine or opens a door of it. Accounts are made up,
 * and keys lie beside certificates, so folders are named as far down as it takes. Each costs a run about 0.2 ms,
 * so what programs do well without is not among them.
 */
export const systemFiles: readonly string[] = [
  "/etc/alternatives",
  "/etc/ca-certificates/extracted",
  "/etc/crypto-policies",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/etc/os-release",
  "/etc/pki/ca-trust/extracted",
  "/etc/pki/java/cacerts",
  "/etc/pki/tls/cert.pem",
  "/etc/pki/tls/certs",
  "/etc/pki/tls/openssl.cnf",
  "/etc/ssl/cert.pem",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/texmf",
];

/** Folders of `/etc` that belong to one version of a program, and that its libraries link to. */
export const systemFilePatterns: readonly RegExp[] = [/^java-[\w.-]+$/, /^ImageMagick-\d+$/];

/** How names are found, for programs that may use the whole network. */
export const networkFiles: readonly string[] = [
  "/etc/resolv.conf",
  "/etc/hosts",
  "/etc/gai.conf",
  "/etc/nsswitch.conf",
];

/**
 * What the kernel tells of the whole machine and not only of the sandbox, as Docker hides it; most of it to root alone, but a program
 * in a sandbox that root has started is root to the kernel when it opens such a file.
 */
export const hiddenProcFiles: readonly string[] = [
  "/proc/kcore",
  "/proc/keys",
  "/proc/latency_stats",
  "/proc/sched_debug",
  "/proc/timer_list",
];
