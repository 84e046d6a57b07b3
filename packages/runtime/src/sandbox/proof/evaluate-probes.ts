import type { SandboxProof } from "../sandbox.ts";

/** What the script reported and what the host saw. */
export type ProbeReport = {
  readonly linux: boolean;
  readonly output: string;
  readonly truncated: boolean;
  /** A word that the script must not read, and one that it must. */
  readonly canary: string;
  readonly given: string;
  /** The script's whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly home: string;
  readonly homeEntries: readonly string[];
  /** The host process's `stat`, which holds its start time. */
  readonly hostStat: string;
  /** Files that the script wrote, by folder. */
  readonly written: {
    readonly hidden: boolean;
    readonly readable: boolean;
    readonly remounted: boolean;
    readonly writable: boolean;
  };
  readonly connections: { readonly tcp: number; readonly unix: number };
};

/** Each denial by name, held or failed. Unclear results count as failed. */
export function evaluateProbes(report: ProbeReport): SandboxProof {
  const said = readLines(report.output);
  const verdicts = { ...evaluateCommon(report, said), ...(report.linux ? evaluateLinux(report, said) : {}) };
  // A script that did not finish has proved nothing.
  const finished = said.get("finished")?.[0] === "yes";
  const names = Object.keys(verdicts);
  const held = names.filter((name) => finished && verdicts[name]);
  return { held, failed: names.filter((name) => !held.includes(name)) };
}

type Said = ReadonlyMap<string, readonly string[]>;

function evaluateCommon(report: ProbeReport, said: Said): Readonly<Record<string, boolean>> {
  const { connections, written } = report;
  return {
    "files-hidden": !report.output.includes(report.canary) && said.get("given")?.[0] === report.given,
    // An empty home has nothing to see.
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

function evaluateLinux({ written }: ProbeReport, said: Said): Readonly<Record<string, boolean>> {
  // Not the bounding set: it only limits what new privileges bring, and there are none.
  const sets = ["CapInh:", "CapPrm:", "CapEff:", "CapAmb:"];
  const unshared = said.get("unshare")?.[0] ?? "";
  return {
    "no-capabilities": sets.every((set) => /^0+$/.test(said.get(set)?.[0] ?? "")),
    "no-new-privileges": said.get("NoNewPrivs:")?.[0] === "1",
    // To the kernel, root stays root whatever it is called inside: this file names a program that the kernel
    // starts on the host.
    "kernel-settings-held": !said.has("kernel-settings"),
    "no-nested-namespaces": unshared !== "0" && !noProgram.includes(unshared),
    // Without `mount` there is nothing to test; a process without capabilities cannot mount anyway.
    ...(!noProgram.includes(said.get("mount")?.[0] ?? "") && {
      "remount-denied": said.get("mount")?.[0] !== "0" && !written.remounted,
    }),
  };
}

/** Exit codes of shells for a missing or unusable program, or no answer. */
const noProgram: readonly string[] = ["126", "127", ""];

/** Either of the two proves it: the kernel's list of sockets, or a shell that can connect. */
function networkTried(said: Said): boolean {
  return said.has("tcp-table") || said.has("tcp-tried");
}

/**
 * Process ids differ in a namespace, so compare start times to recognize the host's process. Without such a
 * file, being able to signal it is the evidence.
 */
function seesHost(report: ProbeReport, said: Said): boolean {
  const stat = said.get("host-stat")?.[0];
  if (stat !== undefined) return beginningOf(stat) === beginningOf(report.hostStat);
  return said.has("host-signal");
}

/** Field 22 of `/proc/PID/stat`; the second field, the name in parentheses, may contain anything. */
function beginningOf(stat: string): string {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

/** From any process that the script could see. */
function leakedVariables(report: ProbeReport): readonly string[] | undefined {
  const [, ...texts] = report.output.split("\nenvironments:\n");
  // Nothing to judge if the script did not get this far.
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

/** Set by shells and by backends: temporary folders and proxies. */
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
