import { limits } from "@skillwright/core";
import { formatNumber, printable } from "@skillwright/core/text";

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
      return `The skill asks to write to ${printable(warning.path)}, which it may not: ${pathReasons[warning.reason]}`;
    case "workspace-hidden":
      return `The script is not shown ${printable(warning.path)}, which holds far more than a project. Start from the folder that you work in.`;
    case "paths-not-read":
      return `The skill asks to write to ${formatNumber(warning.count)} more places than the ${limits.allowedPaths} that are looked at; these it may not.`;
    case "network-not-granted":
      return `The skill asks for the network (${printable(warning.asked)}) and has none. The host, or whoever runs it, can grant it (exec --allow-host, \`scripts.network\` of the session).`;
    case "program-missing":
      return `The skill says that it needs ${warning.program}, and there is no such program on PATH. Install it if the script fails.`;
    case "version-unknown":
      return `The skill needs ${printable(warning.requirement)}, and the program here does not tell its version.`;
    case "version-unfit":
      return `The skill says that it needs ${printable(warning.requirement)}, and ${warning.here}. Install another if the script fails.`;
    case "changed-by-hook":
      return `A hook changed what is run: ${printable(warning.ran)} instead of ${printable(warning.asked)}.`;
    case "output-not-named":
      return `The script left ${formatNumber(warning.count)} more files in its output folder than are named.`;
    case "output-not-files":
      return `The script left links or other things that are no files in its output folder (${formatNumber(warning.count)}); they are not named.`;
    case "output-too-large":
      return `The script left ${formatNumber(warning.bytes)} bytes in its output folder; ${formatNumber(limits.outputFolderBytes)} are the bound. Remove what is not needed.`;
  }
}

const pathReasons = {
  outside:
    "it lies outside the workspace. The host, or whoever runs it, can grant it (exec --write, `scripts.writable` of the session).",
  sealed:
    "what lies there decides what other programs do. The host, or whoever runs it, can grant it (exec --write, `scripts.writable` of the session).",
  project:
    "it is a whole project, whose settings decide what other programs do. Ask for a folder inside it; the host, or whoever runs it, can grant it all (exec --write DIR, `scripts.writable` of the session).",
  denied: "a policy keeps something there from being changed.",
  missing: "there is no such folder. Make it first.",
  unclear: "where it leads cannot be said.",
} as const;
