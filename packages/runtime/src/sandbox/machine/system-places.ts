/** Where Linux keeps programs and libraries, and two caches that programs rely on. */
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
 * What programs need of `/etc`; none of it identifies users or grants access. Account files are made up, and
 * keys sit beside certificates, so paths are as specific as needed. Each costs about 0.2 ms per run, so
 * optional ones are left out.
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

/** Folders of `/etc` for one version of a program, linked from its libraries. */
export const systemFilePatterns: readonly RegExp[] = [/^java-[\w.-]+$/, /^ImageMagick-\d+$/];

/** Name resolution, for programs with full network access. */
export const networkFiles: readonly string[] = [
  "/etc/resolv.conf",
  "/etc/hosts",
  "/etc/gai.conf",
  "/etc/nsswitch.conf",
];

/**
 * Files that describe the whole machine, hidden as Docker does. Most are readable by root only, but to the
 * kernel a sandboxed program started by root is root.
 */
export const hiddenProcFiles: readonly string[] = [
  "/proc/kcore",
  "/proc/keys",
  "/proc/latency_stats",
  "/proc/sched_debug",
  "/proc/timer_list",
];
