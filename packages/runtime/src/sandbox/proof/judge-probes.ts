import type { SandboxProof } from "../sandbox.ts";

/** What the script said and what the host saw of it. */
export type ProbeReport = {
  readonly linux: boolean;
  readonly output: string;
  readonly truncated: boolean;
  /** Words that the script must not have been able to read, and one that it must. */
  readonly canary: string;
  readonly given: string;
  /** What the script was given, and nothing else should be in any environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly home: string;
  readonly homeEntries: readonly string[];
  /** When the host's process began, as its `stat` says. */
  readonly hostStat: string;
  /** Files that the script left, by folder. */
  readonly written: {
    readonly hidden: boolean;
    readonly readable: boolean;
    readonly remounted: boolean;
    readonly writable: boolean;
  };
  readonly connections: { readonly tcp: number; readonly unix: number };
};

/** Each denial by its name: held, or failed, and failed too when it is not clear. */
export function judgeProbes(report: ProbeReport): SandboxProof {
  const said = readLines(report.output);
  const verdicts = { ...judgeEverywhere(report, said), ...(report.linux ? judgeLinux(report, said) : {}) };
  // A script that did not come to its end has proved nothing.
  const finished = said.get("finished")?.[0] === "yes";
  const names = Object.keys(verdicts);
  const held = names.filter((name) => finished && verdicts[name]);
  return { held, failed: names.filter((name) => !held.includes(name)) };
}

type Said = ReadonlyMap<string, readonly string[]>;

function judgeEverywhere(report: ProbeReport, said: Said): Readonly<Record<string, boolean>> {
  const { connections, written } = report;
  return {
    "files-hidden": !report.output.includes(report.canary) && said.get("given")?.[0] === report.given,
    // A home without a single file has nothing that could be seen.
    ...(report.homeEntries.length > 0 && { "home-hidden": !said.has("home") }),
    "read-only-held": !written.readable && !written.hidden,
    "output-writable": written.writable,
    "network-off":
      connections.tcp === 0 && networkTried(said) && !said.get("tcp-table")?.includes("listener"),
    "unix-sockets-off": connections.unix === 0 && said.has("unix-tried"),
    "environment-empty": !report.truncated && leakedVariables(report)?.length === 0,
    "processes-hidden": !seesHost(report, said),
  };
}

function judgeLinux({ written }: ProbeReport, said: Said): Readonly<Record<string, boolean>> {
  // Not the bounding set: it only bounds what new privileges bring, and there are none.
  const sets = ["CapInh:", "CapPrm:", "CapEff:", "CapAmb:"];
  const unshared = said.get("unshare")?.[0] ?? "";
  return {
    "no-capabilities": sets.every((set) => /^0+$/.test(said.get(set)?.[0] ?? "")),
    "no-new-privileges": said.get("NoNewPrivs:")?.[0] === "1",
    // To the kernel, root stays root whatever it is called inside: this file names a program that it starts on the host.
    "kernel-settings-held": !said.has("kernel-settings"),
    "no-nested-namespaces": unshared !== "0" && !noProgram.includes(unshared),
    // Without such a program there is nothing to try it with; who has no capabilities cannot mount.
    ...(!noProgram.includes(said.get("mount")?.[0] ?? "") && {
      "remount-denied": said.get("mount")?.[0] !== "0" && !written.remounted,
    }),
  };
}

/** What shells answer when a program is not there or cannot be run, or when there is no answer. */
const noProgram: readonly string[] = ["126", "127", ""];

/** Either way shows it: the system's own list of sockets, or a shell that can connect. */
function networkTried(said: Said): boolean {
  return said.has("tcp-table") || said.has("tcp-tried");
}

/**
 * Numbers of processes mean something else in a namespace of its own, so the moment at which a process began tells whether
 * it is the host's. Where there is no such file, being able to signal it does.
 */
function seesHost(report: ProbeReport, said: Said): boolean {
  const stat = said.get("host-stat")?.[0];
  if (stat !== undefined) return beginningOf(stat) === beginningOf(report.hostStat);
  return said.has("host-signal");
}

/** Field 22 of `/proc/PID/stat`; the second is the name in parentheses and may hold anything. */
function beginningOf(stat: string): string {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

/** Of any process that the script could see. */
function leakedVariables(report: ProbeReport): readonly string[] | undefined {
  const [, ...texts] = report.output.split("\nenvironments:\n");
  // Whoever did not look has seen no leak.
  if (texts.length === 0) return undefined;
  return texts
    .join("\n")
    .split(/[\0\n]/)
    .filter((pair) => {
      const [name = "", ...value] = pair.split("=");
      if (pair === "" || report.environment[name] === value.join("=")) return false;
      return name === "HOME" ? value.join("=") === report.home : !shellsOwn.test(name);
    });
}

/** Set by shells, and by backends: where temporary files go and by which way out. */
const shellsOwn =
  /^(PWD|OLDPWD|SHLVL|_|TMPDIR|SANDBOX_RUNTIME|GIT_SSH_COMMAND|SRT_\w+|\w*_proxy|CLOUDSDK_PROXY_\w+)$/i;

function readLines(output: string): Said {
  const said = new Map<string, readonly string[]>();
  const [report = ""] = output.split("\nenvironments:\n");
  for (const line of report.split("\n")) {
    const [name = "", ...value] = line.split("=");
    said.set(name, [...(said.get(name) ?? []), value.join("=")]);
  }
  return said;
}
