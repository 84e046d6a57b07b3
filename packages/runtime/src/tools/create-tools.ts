import { SkillError } from "@skillwright/core";
import type { AuditFact } from "@skillwright/core/audit";
import type { Catalog } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import type { InstalledCheck } from "@skillwright/core/installed";
import type { ListingOptions } from "@skillwright/core/listing";
import { createNodeFileSystem } from "@skillwright/core/node";
import { canonicalTool, createPathResolver, isSkillTool } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import type { Clock } from "../clock.ts";
import type { LeaseGuard } from "../lease/open-lease.ts";
import type { NetworkAccess, Sandbox } from "../sandbox/sandbox.ts";
import type { ScriptGrants } from "../scripts/plan-script.ts";
import type { ScriptHost } from "../scripts/run-script.ts";
import type { OutputFolders } from "../scripts/script-output.ts";
import type { Session } from "../session/session.ts";
import { type AuthoringConfig, createAuthoringTools } from "./authoring/authoring-tools.ts";
import type { Drafts } from "./authoring/drafts.ts";
import { createEnvelopeTool, createResultTool, toActivationTool } from "./create-tool.ts";
import { createDeactivate, createLoad, createSkill } from "./skills/activation-tools.ts";
import {
  deactivateDefinition,
  feedbackDefinition,
  listDefinition,
  loadDefinition,
  readFileDefinition,
  runScriptDefinition,
  searchDefinition,
  skillDefinition,
} from "./skills/definitions.ts";
import { createFeedback } from "./skills/feedback-tool.ts";
import { createList, createSearch } from "./skills/find-tools.ts";
import { createReadFile } from "./skills/read-file-tool.ts";
import { createRunScript } from "./skills/run-script-tool.ts";
import type { ActivationTool, Tool } from "./tool.ts";
import { createBash } from "./workspace/bash-tool.ts";
import {
  bashDefinition,
  editDefinition,
  globDefinition,
  grepDefinition,
  readDefinition,
  writeDefinition,
} from "./workspace/definitions.ts";
import type { FilePlaces } from "./workspace/file-places.ts";
import { createRead } from "./workspace/read-tool.ts";
import { createGlob, createGrep } from "./workspace/search-tools.ts";
import { createEdit, createWrite } from "./workspace/write-tools.ts";

/** What the skill tools need. */
export type SkillToolDependencies = {
  readonly catalog: Catalog;
  /** What models may see of it; all of it when absent. */
  readonly offered?: Catalog;
  /** Refuses to read skills that a hub does not permit. */
  readonly lease?: LeaseGuard;
  readonly session: Pick<Session, "activate" | "deactivate" | "active">;
  readonly clock: Clock;
  /** Absolute folder, links resolved, that scripts may read besides their skill's. */
  readonly workspace: string;
  /** Runs scripts; without one they are refused. */
  readonly sandbox?: Sandbox;
  /** Where scripts write. */
  readonly outputs: Pick<OutputFolders, "next">;
  /** Where new skills are kept until installed; required if agents may write them. */
  readonly drafts?: Drafts;
  /** Records what agents say about skills; without it, they are not asked. */
  readonly record?: (fact: AuditFact) => Promise<void>;
  /** Where skills are; this machine's disk if absent. */
  readonly fs?: FileSystem;
  /** The host's environment; programs get a few harmless variables of it. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly config?: SkillToolConfig;
  /** Refuses skills that are not what was installed. */
  readonly checkInstalled?: InstalledCheck;
};

/** The host's settings for the skill tools. */
export type SkillToolConfig = {
  /** Names of the tools to offer; all if absent. */
  readonly tools?: readonly string[];
  /** Include each skill's location in lists. */
  readonly includeLocation?: boolean;
  /** Only serve files directly in `scripts/`, `references/` and `assets/`. */
  readonly oneLevel?: boolean;
  readonly scripts?: ScriptConfig;
  /** Offer tools to write new skills; none if absent. */
  readonly authoring?: AuthoringConfig;
  /** How the Skill tool's description lists the skills. */
  readonly listing?: Pick<ListingOptions, "budget" | "format" | "wording" | "includeTags">;
};

type ScriptConfig = Pick<ScriptGrants, "writable" | "network"> & {
  /** Also return the text of scripts; they are meant to be run. */
  readonly readable?: boolean;
  /** Folder that keeps their output after the session; if absent, the output is removed. */
  readonly output?: string;
};

/** What the built-in agent's tools need. */
export type AgentToolDependencies = {
  /** Absolute folder, links resolved, where relative paths start and files may be read and written. */
  readonly workspace: string;
  readonly session: Pick<Session, "active">;
  readonly clock: Clock;
  /** Scripts' output may be read. */
  readonly outputs?: Pick<OutputFolders, "made">;
  /** Runs commands; without one they are refused. */
  readonly sandbox?: Sandbox;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly config?: AgentToolConfig;
};

export type AgentToolConfig = {
  /** Names of the tools to offer; all if absent. */
  readonly tools?: readonly string[];
  /** Readable folders besides the workspace and those of the active skills. */
  readonly readable?: readonly string[];
  /** Writable folders besides the workspace. */
  readonly writable?: readonly string[];
  /** Reachable hosts; none if absent. */
  readonly network?: NetworkAccess;
};

/**
 * The Skill tool and VibeTavern's skill tools. Built for each turn, so that the list of skills is current; if there is
 * nothing to list, there is no Skill tool.
 */
export async function createSkillTools(
  dependencies: SkillToolDependencies,
): Promise<readonly (Tool | ActivationTool)[]> {
  const { catalog, session, clock, checkInstalled, lease, config = {} } = dependencies;
  const { offered = catalog } = dependencies;
  const { scripts = {}, oneLevel = false, includeLocation = false } = config;
  const { text } = await offered.listing({
    ...config.listing,
    placement: "tool",
    skillTool: skillDefinition.name,
    searchTool: searchDefinition.name,
  });
  const reading = { oneLevel, scriptsReadable: scripts.readable ?? false };
  const tools = [
    toActivationTool(
      createResultTool({ ...skillDefinition, description: text }, createSkill(session), clock),
    ),
    createEnvelopeTool(listDefinition, createList(offered, { includeLocation })),
    createEnvelopeTool(searchDefinition, createSearch(offered, { includeLocation })),
    toActivationTool(createEnvelopeTool(loadDefinition, createLoad(session))),
    createEnvelopeTool(
      readFileDefinition,
      createReadFile({ catalog, session, ...compact({ checkInstalled, lease }) }, reading),
    ),
    createEnvelopeTool(runScriptDefinition, createRunScript(toScriptHost(dependencies))),
    { ...createEnvelopeTool(deactivateDefinition, createDeactivate(session)), isOrdered: true },
    ...toFeedbackTools(dependencies),
    ...toAuthoringTools(dependencies),
  ];
  return chosen(tools, config.tools).filter(({ description }) => description !== "");
}

function toFeedbackTools({ catalog, session, record }: SkillToolDependencies): readonly Tool[] {
  if (record === undefined) return [];
  return [createEnvelopeTool(feedbackDefinition, createFeedback({ catalog, session, record }))];
}

function toAuthoringTools(dependencies: SkillToolDependencies): readonly Tool[] {
  const { catalog, clock, drafts, config = {} } = dependencies;
  if (config.authoring === undefined || drafts === undefined) return [];
  const host = toScriptHost(dependencies);
  // Resolved now, before an agent acts: a link it makes later has no effect.
  const into = createPathResolver(host.fs, host.workspace)(config.authoring.into) ?? config.authoring.into;
  return createAuthoringTools({ catalog, clock, drafts, into, host });
}

function toScriptHost(dependencies: SkillToolDependencies): ScriptHost {
  const { catalog, session, workspace, sandbox, outputs, environment = {}, config = {} } = dependencies;
  const { writable = [], network = "none" } = config.scripts ?? {};
  const fs = dependencies.fs ?? createNodeFileSystem();
  return {
    catalog,
    session,
    sandbox,
    fs,
    workspace,
    environment,
    grants: { writable: writable.map((folder) => fs.realPath(folder) ?? folder), network },
    nextOutput: outputs.next,
  };
}

/** read, write, edit, glob, grep and bash. */
export function createAgentTools(dependencies: AgentToolDependencies): readonly Tool[] {
  const { workspace, session, clock, sandbox, outputs, environment = {}, config = {} } = dependencies;
  const { readable = [], writable = [], network = "none" } = config;
  const places: FilePlaces = {
    workspace,
    readable: () => [
      ...readable,
      ...session.active().map(({ directory }) => directory),
      ...(outputs?.made() ?? []),
    ],
    writable: () => writable,
  };
  const bash = createBash({ workspace, environment, sandbox, places, network });
  const tools = [
    createResultTool(
      readDefinition,
      createRead(places, () => session.active()),
      clock,
    ),
    createResultTool(writeDefinition, createWrite(places, clock), clock),
    createResultTool(editDefinition, createEdit(places, clock), clock),
    createResultTool(globDefinition, createGlob(places, clock), clock),
    createResultTool(grepDefinition, createGrep(places, clock), clock),
    createResultTool(bashDefinition, bash, clock),
  ];
  return chosen(tools, config.tools);
}

function chosen<Named extends { readonly name: string }>(
  tools: readonly Named[],
  names: readonly string[] | undefined,
): readonly Named[] {
  return names === undefined ? tools : tools.filter(({ name }) => names.includes(name));
}

/** Fails if a host function has another tool's name: a rule for one would apply to the other. */
export function requireDistinct(functions: readonly Named[], others: readonly Named[]): void {
  const taken = new Set(others.map(({ name }) => keyOf(name)));
  for (const { name } of functions) {
    if (isSkillTool(name) || taken.has(keyOf(name)))
      throw new SkillError("tool-name-invalid", { name, reason: "another tool has this name" });
    taken.add(keyOf(name));
  }
}

type Named = Pick<Tool, "name">;

/** Compares names as policies do. */
function keyOf(name: string): string {
  return (canonicalTool(name) ?? name).toLowerCase();
}
