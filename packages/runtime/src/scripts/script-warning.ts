import { formatNumber, printable } from "@skillwright/core/text";
import { runtimeLimits } from "../limits.ts";
import type { Resources, RunResult } from "../sandbox/sandbox.ts";
import { scriptsLimits } from "./limits.ts";
import type { ScriptGrants } from "./plan-script.ts";

/** What a skill was not granted, may miss, or left behind beyond the limits; the script still runs. */
export type ScriptWarning =
  | {
      readonly kind: "path-not-granted";
      readonly path: string;
      readonly reason: "outside" | "denied" | "sealed" | "project" | "missing" | "unclear";
    }
  | { readonly kind: "workspace-hidden"; readonly path: string }
  | { readonly kind: "paths-not-read"; readonly count: number }
  | { readonly kind: "network-not-granted"; readonly asked: string }
  | { readonly kind: "dependency-missing"; readonly skill: string }
  | { readonly kind: "sibling-hidden"; readonly skill: string }
  | { readonly kind: "program-missing"; readonly program: string }
  | { readonly kind: "version-unknown"; readonly requirement: string }
  | { readonly kind: "version-unfit"; readonly requirement: string; readonly here: string }
  | { readonly kind: "changed-by-hook"; readonly asked: string; readonly ran: string }
  | { readonly kind: "output-not-named"; readonly count: number }
  | { readonly kind: "output-not-files"; readonly count: number }
  | { readonly kind: "output-too-large"; readonly bytes: number };

/** Describes a warning and what to do. */
export function formatScriptWarning(warning: ScriptWarning): string {
  switch (warning.kind) {
    case "path-not-granted":
      return `The skill may not write to ${printable(warning.path)}: ${pathReasons[warning.reason]}`;
    case "workspace-hidden":
      return `The script cannot see ${printable(warning.path)}, which holds far more than a project. Start in your project folder.`;
    case "paths-not-read":
      return `The skill asks to write to ${formatNumber(warning.count)} paths beyond the limit of ${scriptsLimits.allowedPaths}; it may not write to those.`;
    case "network-not-granted":
      return `The skill asks for network access (${printable(warning.asked)}) and has none. Grant it with exec --allow-host or the session's \`scripts.network\`.`;
    case "dependency-missing":
      return `The skill depends on the skill ${printable(warning.skill)}, which is not beside it. Install both in the same folder.`;
    case "sibling-hidden":
      return `The script looked for the skill ${printable(warning.skill)}, which the sandbox hides. Its author can declare it in SKILL.md with \`composition: {dependencies: [{skillName: ${printable(warning.skill)}}]}\`; or show it with exec --read or the session's \`scripts.readable\`.`;
    case "program-missing":
      return `The skill says it needs ${warning.program}, which is not on PATH. Install it if the script fails.`;
    case "version-unknown":
      return `The skill needs ${printable(warning.requirement)}, and the installed program does not report its version.`;
    case "version-unfit":
      return `The skill says it needs ${printable(warning.requirement)}, and ${warning.here}. Install another version if the script fails.`;
    case "changed-by-hook":
      return `A hook changed the call: it ran ${printable(warning.ran)} instead of ${printable(warning.asked)}.`;
    case "output-not-named":
      return `The script left ${formatNumber(warning.count)} more files in its output folder than are listed.`;
    case "output-not-files":
      return `The script left ${formatNumber(warning.count)} links or other special files in its output folder; they are not listed.`;
    case "output-too-large":
      return `The script left ${formatNumber(warning.bytes)} bytes in its output folder; the limit is ${formatNumber(scriptsLimits.outputFolderBytes)}. Remove what is not needed.`;
  }
}

const pathReasons = {
  outside: "it is outside the workspace. Grant it with exec --write or the session's `scripts.writable`.",
  sealed:
    "its content controls what other programs do. Grant it with exec --write or the session's `scripts.writable`.",
  project:
    "it is a whole project, whose settings control what other programs do. Ask for a folder inside it, or grant all of it with exec --write DIR or the session's `scripts.writable`.",
  denied: "a policy protects something there.",
  missing: "the folder does not exist. Create it first.",
  unclear: "it is unclear where it leads.",
} as const;

/** Why a run was stopped; undefined if it ended by itself. */
export function formatStop(
  { status, exceeded }: Pick<RunResult, "status" | "exceeded">,
  { timeoutMs = runtimeLimits.commandMs, resources = {} }: Pick<ScriptGrants, "timeoutMs" | "resources">,
  what = "The script",
): string | undefined {
  switch (status) {
    case "timed-out":
      return `Timeout exceeded: ${timeoutMs} ms`;
    case "aborted":
      return `${what} was cancelled`;
    case "over-limit":
      return `${what} ${formatExcess(exceeded, resources)} and was stopped`;
    case "exited":
    case "killed":
      return undefined;
  }
}

function formatExcess(exceeded: RunResult["exceeded"], resources: Partial<Resources>): string {
  switch (exceeded) {
    case "processes":
      return `started more than ${formatNumber(resources.processes ?? runtimeLimits.programProcesses)} processes at once`;
    case "disk":
      return `wrote more than ${formatNumber(resources.diskBytes ?? runtimeLimits.programDiskBytes)} bytes to disk, or nearly filled it,`;
    case "files":
      return `created more than ${formatNumber(resources.files ?? runtimeLimits.programFiles)} files`;
    default:
      return `used more than ${formatNumber(resources.memoryBytes ?? runtimeLimits.programMemoryBytes)} bytes of memory`;
  }
}
