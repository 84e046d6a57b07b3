import { SkillError, type SkillManifest } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { isInside } from "@skillwright/core/path";
import { type Confinement, narrow, readDeclaredLimits } from "@skillwright/core/policy";
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
  /** What the active skills do without, by their security manifests. */
  readonly confined?: Confinement | undefined;
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
  const { timeoutMs = runtimeLimits.commandMs, resources } = grants;
  const confined = confine(entry.manifest, { ...place, directory });
  const {
    readable = [],
    writable: granted = [],
    network = "none",
  } = narrowGrants(grants, { ...place, confined });
  const isWide = place.sandbox.confines && isWideFolder(workspace, homesOf(place));
  const isHidden = isWide || confined?.files === "skill-directory";
  const paths = grantPaths(execution.allowedPaths ?? [], { ...place, granted, directory, isHidden });
  const siblings = declaredSiblings(entry.manifest, directory, fs);
  return {
    script,
    warnings: [
      ...(isWide ? [{ kind: "workspace-hidden", path: workspace } as const] : []),
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
      writable: [...(confined?.writes === false ? [] : paths.writable), outputFolder],
      ...(paths.sealed.length === 0 ? {} : { sealed: paths.sealed }),
      network,
      ...compact({ resources }),
    },
  };
}

/** What the skill and those around it do without, by their security manifests. */
function confine(
  { security }: SkillManifest,
  { confined, directory }: Pick<ScriptPlace, "confined"> & { readonly directory: string },
): Confinement | undefined {
  const declared = readDeclaredLimits(security);
  return narrow([confined, declared && { ...declared, directory }]);
}

function narrowGrants(
  grants: ScriptGrants,
  { confined, workspace }: Pick<ScriptPlace, "confined" | "workspace">,
): ScriptGrants {
  if (confined === undefined) return grants;
  const { readable = [], writable = [], network = "none" } = grants;
  const isNear = (path: string): boolean =>
    confined.files === "system" || (confined.files === "workspace" && isInside(workspace, path));
  return {
    readable: readable.filter(isNear),
    writable: confined.writes ? writable.filter(isNear) : [],
    network: confined.network ? network : "none",
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
