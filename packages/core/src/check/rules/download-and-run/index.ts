import type { Level } from "../../../finding.ts";
import type { Action } from "../../../scan/evidence.ts";
import { classifyHost, type HostKind, readAddress } from "../../../scan/hosts.ts";
import { actionsOf, at, byDanger, worstAtEachPlace } from "../../actions/at.ts";
import { excerptOf } from "../../actions/excerpt.ts";
import { baseName, readsProgram, scriptOf } from "../../actions/interpreters.ts";
import { isSocket } from "../../actions/is-socket.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "download-and-run",
  category: "security",
  severity: "warning",
  summary: "No command runs a program that it downloads.",
  messages: {
    unseen:
      "'{command}' runs what it downloads from {host} without review; download to a file, verify it against a known digest, then run it, or install from a package manager.",
    knownInstaller:
      "'{command}' runs the installer from {host} without review or a pinned version; prefer a package manager or a pinned version, and let the user start it.",
  },
  threat: {
    owasp: ["AST01", "AST02"],
    why: "Whoever controls the address decides what runs on the user's machine, and can change it after the skill was reviewed.",
    remedy:
      "Include the program in the skill, or install a pinned version and verify its digest before it runs.",
    levels: { unseen: "high", knownInstaller: "low" },
  },
  check(skill, { report }) {
    const found: Found[] = [];
    const actions = actionsOf(skill);
    const downloaded = downloadedFiles(actions);
    for (const action of actions) {
      if (!runsItsData(action, downloaded)) continue;
      const sources = action.carries
        .filter((one) => one.label === "remote" && !isSocket(one))
        .map(({ from }) => from);
      const script = action.kind === "run" ? scriptOf(action) : undefined;
      // `deno run https://…` loads its program itself.
      if (script !== undefined && /^https?:\/\//.test(script)) sources.push(script);
      if (sources.length === 0) continue;
      const [worst = "", level] = worstOf(sources);
      if (isMention(worst)) continue;
      found.push({ action, worst, level });
    }
    for (const { action, worst, level } of worstAtEachPlace(found)) {
      const host = readAddress(worst).host || "an address computed at run time";
      const message = classifyHost(worst) === "known-installer" ? "knownInstaller" : "unseen";
      report({ message, args: { command: excerptOf(action), host }, ...at(action, level) });
    }
  },
});

type Found = { readonly action: Action; readonly worst: string; readonly level: Level };

/** `curl … | sh` mentions the practice without an address; `<address>` is for the reader to fill in. */
function isMention(address: string): boolean {
  return !/[\w})]\.\w|\w\/|[$%]|^\w+:/.test(address) || /^(?:https?:\/\/)?[<{[…=]/.test(address);
}

/** Names of files whose content was downloaded. */
function downloadedFiles(actions: readonly Action[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const action of actions)
    if (action.kind === "write" && action.carries.some(({ label }) => label === "remote"))
      names.add(baseName(action.path));
  return names;
}

/** Whether the labels of an action are those of the program that it runs, not only of arguments. */
function runsItsData(action: Action, downloaded: ReadonlySet<string>): boolean {
  if (action.kind === "evaluate") return true;
  if (action.kind !== "run") return false;
  if (downloaded.has(action.program)) return true;
  const script = scriptOf(action);
  if (script === undefined) return readsProgram(action);
  return downloaded.has(baseName(script)) || /^(?:<\(|\/dev\/fd\/|\$\(|`|https?:)/.test(script);
}

const levels: Readonly<Record<HostKind, Level>> = {
  loopback: "low",
  private: "medium",
  example: "medium",
  "known-installer": "low",
  "well-known": "low",
  "code-host": "medium",
  unknown: "high",
  "paste-site": "critical",
  "file-drop": "critical",
  webhook: "critical",
  tunnel: "critical",
  shortener: "critical",
  "dns-log": "critical",
  "raw-address": "critical",
  "look-alike": "critical",
};

/** A repository that is cloned is what the user asked for by its name; a single file of it is not. */
function levelOf(address: string): Level {
  const kind = classifyHost(address);
  const { host, path } = readAddress(address);
  return kind === "code-host" &&
    /^(?:github|gitlab|bitbucket|codeberg|huggingface)\./.test(host) &&
    !/\/(?:raw|releases|archive|-\/raw|resolve)\//.test(path)
    ? "low"
    : levels[kind];
}

function worstOf(sources: readonly string[]): readonly [string | undefined, Level] {
  const rated = sources.map((source) => [source, levelOf(source)] as const);
  return rated.reduce(
    (worst, one) => (byDanger(one[1], worst[1]) < 0 ? one : worst),
    rated[0] ?? ["", "low"],
  );
}
