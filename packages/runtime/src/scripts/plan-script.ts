import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { compact } from "@skillwright/core/text";
import { runtimeLimits } from "../limits.ts";
import { isWideFolder } from "../sandbox/machine/refuse-wide-folder.ts";
import type { NetworkAccess, Resources, RunRequest, Sandbox } from "../sandbox/sandbox.ts";
import { plainEnvironment } from "../sandbox/shell-run.ts";
import { grantPaths } from "./grant-paths.ts";
import { locateScript, type NamedScript } from "./locate-script.ts";
import type { ScriptWarning } from "./script-warning.ts";
import { declaredSiblings } from "./sibling-skills.ts";

/** A script to run: which one, of which skill on disk, with which arguments. */
export type ScriptTask = NamedScript & { readonly args: readonly string[] };

/** What the machine and the host contribute. */
export type ScriptPlace = {
  readonly fs: FileSystem;
  /** Absolute folder, links resolved, like the next one. */
  readonly workspace: string;
  readonly outputFolder: string;
  /** The host's environment; the script gets a few harmless variables of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly grants: ScriptGrants;
  readonly sandbox: Pick<Sandbox, "name" | "confines">;
  readonly mayWriteBelow: (folder: string) => boolean;
};

/** Everything decided about a run in advance. */
export type ScriptPlan = {
  /** Path inside the skill. */
  readonly script: string;
  readonly request: RunRequest;
  /** What the skill asked for and does not get. */
  readonly warnings: readonly ScriptWarning[];
};

/**
 * Plans a script run: in its skill's folder, with that folder and the workspace read-only and an output folder to write
 * to. Further requests are granted within the workspace; beyond it only by the host.
 */
export function planScript(task: ScriptTask, place: ScriptPlace): ScriptPlan {
  const { entry, args } = task;
  const { workspace, outputFolder, environment, grants, fs } = place;
  const { execution = {} } = entry.manifest;
  if (execution.sandbox === true && !place.sandbox.confines)
    throw new SkillError("sandbox-required", { what: `A script of ${entry.name}`, who: "the skill itself" });
  const { script, directory, command } = locateScript(task, fs);
  const { readable = [], writable: granted = [], network = "none" } = grants;
  const { timeoutMs = runtimeLimits.commandMs, resources } = grants;
  const isHidden = place.sandbox.confines && isWideFolder(workspace, homesOf(place));
  const paths = grantPaths(execution.allowedPaths ?? [], { ...place, granted, directory, isHidden });
  const siblings = declaredSiblings(entry.manifest, directory, fs);
  return {
    script,
    warnings: [
      ...(isHidden ? [{ kind: "workspace-hidden", path: workspace } as const] : []),
      ...paths.warnings,
      ...siblings.warnings,
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
      outputBytes: runtimeLimits.commandOutputBytes,
      readable: [
        ...new Set([directory, ...siblings.readable, ...(isHidden ? [] : [workspace]), ...readable]),
      ],
      writable: [...paths.writable, outputFolder],
      ...(paths.sealed.length === 0 ? {} : { sealed: paths.sealed }),
      network,
      ...compact({ resources }),
    },
  };
}

function homesOf({ environment, fs }: ScriptPlace): readonly string[] {
  return environment.HOME === undefined ? [] : [fs.realPath(environment.HOME) ?? environment.HOME];
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

/** What the host grants scripts besides their skill's folder, the workspace and their output folder. */
export type ScriptGrants = {
  /** Absolute files and folders, links resolved; writable ones are folders. */
  readonly readable?: readonly string[];
  readonly writable?: readonly string[];
  /** Reachable hosts; none if absent. */
  readonly network?: NetworkAccess;
  readonly timeoutMs?: number;
  readonly resources?: Partial<Resources>;
};
