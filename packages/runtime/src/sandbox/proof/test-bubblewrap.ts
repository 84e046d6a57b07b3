import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { RunRequest, RunResult, Sandbox } from "../sandbox.ts";
import { seccompProgram } from "../seccomp/seccomp-program.ts";

/** A hand-written sandbox from which each protection can be removed. */
export type HandMade = {
  readonly without?: readonly Protection[];
  readonly more?: readonly string[];
  /** Bubblewrap's own environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** How to bind the folders. */
  readonly bindReadable?: "--ro-bind" | "--bind";
  readonly bindWritable?: "--ro-bind" | "--bind";
};

type Protection =
  | "seccomp"
  | "read-only /proc"
  | "--unshare-user"
  | "--disable-userns"
  | "--unshare-net"
  | "--unshare-pid";

export const bubblewrapPath: string | undefined = ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].find((path) =>
  existsSync(path),
);

export function createHandMade(options: HandMade = {}): Sandbox {
  const { without = [], more = [], environment = {} } = options;
  const protections = [
    ...["--unshare-user", "--disable-userns", "--unshare-net", "--unshare-pid"],
    ...["--unshare-ipc", "--unshare-uts", "--cap-drop", "ALL", "--new-session", "--die-with-parent"],
  ].filter((word) => !without.some((name) => name === word));
  const seal = without.includes("read-only /proc") ? [] : ["--remount-ro", "/proc"];
  const filter = without.includes("seccomp") ? [] : ["--seccomp", "3"];
  const run = (request: RunRequest): Promise<RunResult> => {
    const given = [
      ...request.readable.flatMap((path) => [options.bindReadable ?? "--ro-bind", path, path]),
      ...request.writable.flatMap((path) => [options.bindWritable ?? "--bind", path, path]),
      ...Object.entries(request.environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ];
    const words = [
      ...protections,
      ...system,
      ...seal,
      ...more,
      ...given,
      ...filter,
      "--chdir",
      request.cwd,
      "--",
    ];
    return start([...words, ...request.command], environment);
  };
  return { name: "hand-made", confines: true, run };
}

const system = [
  ...["--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
  ...["bin", "sbin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
];

async function start(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-filter-"));
  const file = join(folder, "filter");
  writeFileSync(file, seccompProgram(process.arch) ?? "");
  const filter = openSync(file, "r");
  try {
    const child = spawn(bubblewrapPath ?? "bwrap", words, {
      env: environment,
      stdio: ["ignore", "pipe", "pipe", filter],
    });
    if (!child.stdout || !child.stderr) throw new Error("asked for pipes, got none");
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { status: "exited", exitCode: Number(code), stdout, stderr, truncated: false, durationMs: 0 };
  } finally {
    closeSync(filter);
    rmSync(folder, { recursive: true, force: true });
  }
}
