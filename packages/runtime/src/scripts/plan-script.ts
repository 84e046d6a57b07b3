import {
  type FileSystem,
  isFilePath,
  isInside,
  type LoadedEntry,
  limits,
  SkillError,
} from "@skillwright/core";
import { isWideFolder } from "../sandbox/bubblewrap/refuse-wide-folder.ts";
import { plainEnvironment } from "../sandbox/plain-environment.ts";
import type { NetworkAccess, RunRequest, Sandbox } from "../sandbox/sandbox.ts";
import { scriptCommand } from "../sandbox/script-command.ts";
import { grantPaths } from "./grant-paths.ts";
import type { ScriptGrants } from "./script-grants.ts";
import type { ScriptWarning } from "./script-warning.ts";

/** A script to run: which one, of which skill as it is on the disk now, and with which words. */
export type ScriptTask = {
  readonly entry: LoadedEntry;
  /** Path inside the skill, with or without `scripts/`. */
  readonly script: string;
  readonly args: readonly string[];
};

/** What the machine and the host have to do with it. */
export type ScriptPlace = {
  readonly fs: FileSystem;
  /** Absolute folder, links resolved, like the next. */
  readonly workspace: string;
  readonly outputFolder: string;
  /** The host's, of which the script gets a few harmless variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly grants: ScriptGrants;
  readonly sandbox: Pick<Sandbox, "name" | "confines">;
  readonly mayWriteBelow: (folder: string) => boolean;
};

/** All that is decided about a run before it happens. */
export type ScriptPlan = {
  /** Path inside the skill. */
  readonly script: string;
  readonly request: RunRequest;
  /** What the skill asked for and does not get. */
  readonly warnings: readonly ScriptWarning[];
};

/**
 * How a script will be run: in its skill's folder, which it sees like the workspace without changing it, with a folder of its
 * own to write to. What else the skill asks for it gets as far as the workspace goes, and beyond that from the host alone.
 */
export function planScript(task: ScriptTask, place: ScriptPlace): ScriptPlan {
  const { entry, args } = task;
  const { workspace, outputFolder, environment, grants, fs } = place;
  const { execution = {} } = entry.manifest;
  if (execution.sandbox === true && !place.sandbox.confines)
    throw new SkillError("sandbox-required", { what: `A script of ${entry.name}`, who: "the skill itself" });
  const script = findScript(task);
  const { directory, command } = readScript(script, entry, fs);
  const { readable = [], writable: granted = [], network = "none" } = grants;
  const { timeoutMs = limits.commandMs, resources } = grants;
  const isHidden = place.sandbox.confines && isWideFolder(workspace, homesOf(place));
  const paths = grantPaths(execution.allowedPaths ?? [], { ...place, granted, directory, isHidden });
  return {
    script,
    warnings: [
      ...(isHidden ? [{ kind: "workspace-hidden", path: workspace } as const] : []),
      ...paths.warnings,
      ...checkNetwork(execution.network, network),
    ],
    request: {
      command: [...command, ...args],
      cwd: directory,
      environment: {
        ...plainEnvironment(environment),
        SKILL_NAME: entry.name,
        SKILL_DIR: directory,
        SKILL_WORKSPACE: workspace,
        SKILL_OUTPUT_DIR: outputFolder,
      },
      timeoutMs,
      outputBytes: limits.commandOutputBytes,
      readable: [...new Set([directory, ...(isHidden ? [] : [workspace]), ...readable, ...paths.sealed])],
      writable: [...paths.writable, outputFolder],
      network,
      ...(resources === undefined ? {} : { resources }),
    },
  };
}

function homesOf({ environment, fs }: ScriptPlace): readonly string[] {
  return environment.HOME === undefined ? [] : [fs.realPath(environment.HOME) ?? environment.HOME];
}

/** Its path inside the skill. Only what the digest covers is listed, so nothing else can be named. */
function findScript({ entry: { name, files }, script }: ScriptTask): string {
  if (!isFilePath(script)) throw new SkillError("skill-path-invalid", { name, path: script });
  const path = script.startsWith("scripts/") ? script : `scripts/${script}`;
  if (!files.includes(path)) throw new SkillError("skill-file-missing", { name, path });
  return path;
}

function readScript(
  script: string,
  { name, skill }: LoadedEntry,
  fs: FileSystem,
): { readonly directory: string; readonly command: RunRequest["command"] } {
  const directory = fs.realPath(skill.directory) ?? skill.directory;
  const real = fs.realPath(`${directory}/${script}`);
  if (real === undefined || !isInside(directory, real)) throw new SkillError("skill-changed", { name });
  const command = scriptCommand(fs, real);
  if (command === undefined) throw new SkillError("script-unrunnable", { name, path: script });
  return { directory, command };
}

/** Words that ask for no network, or for as little as the host likes. */
const modestWords: ReadonlySet<string> = new Set([
  "none",
  "off",
  "no",
  "false",
  "disabled",
  "denied",
  "restricted",
]);

function checkNetwork(asked: string | undefined, network: NetworkAccess): readonly ScriptWarning[] {
  if (asked === undefined || network !== "none" || modestWords.has(asked.trim().toLowerCase())) return [];
  return [{ kind: "network-not-granted", asked }];
}
