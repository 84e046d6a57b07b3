import { type Catalog, createPathResolver, type FileSystem, type ListingOptions } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { Clock } from "../clock.ts";
import type { NetworkAccess, Sandbox } from "../sandbox/sandbox.ts";
import type { OutputFolders } from "../scripts/output-folders.ts";
import type { ScriptHost } from "../scripts/run-script.ts";
import type { ScriptGrants } from "../scripts/script-grants.ts";
import type { Session } from "../session/session.ts";
import { type AuthoringConfig, createAuthoringTools } from "./authoring/create-authoring-tools.ts";
import type { Drafts } from "./authoring/drafts.ts";
import { createEnvelopeTool, createResultTool } from "./create-tool.ts";
import { createDeactivate } from "./skills/deactivate-tool.ts";
import {
  deactivateDefinition,
  listDefinition,
  loadDefinition,
  readFileDefinition,
  runScriptDefinition,
  searchDefinition,
  skillDefinition,
} from "./skills/definitions.ts";
import { createList } from "./skills/list-tool.ts";
import { createLoad } from "./skills/load-tool.ts";
import { createReadFile } from "./skills/read-file-tool.ts";
import { createRunScript } from "./skills/run-script-tool.ts";
import { createSearch } from "./skills/search-tool.ts";
import { createSkill } from "./skills/skill-tool.ts";
import type { Tool } from "./tool.ts";
import { createBash } from "./workspace/bash-tool.ts";
import {
  bashDefinition,
  editDefinition,
  globDefinition,
  grepDefinition,
  readDefinition,
  writeDefinition,
} from "./workspace/definitions.ts";
import { createEdit } from "./workspace/edit-tool.ts";
import type { FilePlaces } from "./workspace/file-places.ts";
import { createGlob } from "./workspace/glob-tool.ts";
import { createGrep } from "./workspace/grep-tool.ts";
import { createRead } from "./workspace/read-tool.ts";
import { createWrite } from "./workspace/write-tool.ts";

/** What the skill tools work with. */
export type SkillToolDependencies = {
  readonly catalog: Catalog;
  readonly session: Pick<Session, "activate" | "deactivate" | "active">;
  readonly clock: Clock;
  /** Absolute folder, links resolved, that scripts may read besides their skill's. */
  readonly workspace: string;
  /** Runs scripts; without one they are refused. */
  readonly sandbox?: Sandbox;
  /** Where scripts write to. */
  readonly outputs: Pick<OutputFolders, "next">;
  /** Where new skills are written until they are installed; needed where the configuration lets agents write them. */
  readonly drafts?: Drafts;
  /** Where skills lie; this machine's disk when absent. */
  readonly fs?: FileSystem;
  /** The host's environment, of which programs get a few harmless variables. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly config?: SkillToolConfig;
};

/** What a host decides about the skill tools. */
export type SkillToolConfig = {
  /** Names of the tools to offer; all when absent. */
  readonly tools?: readonly string[];
  /** Say where each skill lies when skills are listed. */
  readonly includeLocation?: boolean;
  /** Answer only for files directly in `scripts/`, `references/` and `assets/`. */
  readonly oneLevel?: boolean;
  readonly scripts?: ScriptConfig;
  /** Offer tools with which agents write new skills; none when absent. */
  readonly authoring?: AuthoringConfig;
  /** How the skills are listed in the Skill tool's description. */
  readonly listing?: Pick<ListingOptions, "budget" | "format" | "wording" | "includeTags">;
};

type ScriptConfig = Pick<ScriptGrants, "writable" | "network"> & {
  /** Answer with the text of scripts too; they are meant to be run. */
  readonly readable?: boolean;
  /** Folder that what they write is kept in when the session ends; without it, all of that is removed then. */
  readonly output?: string;
};

/** What the tools of the built-in agent work with. */
export type AgentToolDependencies = {
  /** Absolute folder, links resolved, that relative paths begin at and that files may be read and written in. */
  readonly workspace: string;
  readonly session: Pick<Session, "active">;
  readonly clock: Clock;
  /** What scripts wrote may be read. */
  readonly outputs?: Pick<OutputFolders, "made">;
  /** Runs commands; without one they are refused. */
  readonly sandbox?: Sandbox;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly config?: AgentToolConfig;
};

export type AgentToolConfig = {
  /** Names of the tools to offer; all when absent. */
  readonly tools?: readonly string[];
  /** Folders besides the workspace and those of the active skills that may be read. */
  readonly readable?: readonly string[];
  /** Folders besides the workspace that may be written to. */
  readonly writable?: readonly string[];
  /** What commands may reach; nothing when absent. */
  readonly network?: NetworkAccess;
};

/**
 * The Skill tool and those of document e. Made anew for each turn, so that the list of skills is that of the moment;
 * where there is nothing to list there is no Skill tool.
 */
export async function createSkillTools(dependencies: SkillToolDependencies): Promise<readonly Tool[]> {
  const { catalog, session, clock, config = {} } = dependencies;
  const { scripts = {}, oneLevel = false, includeLocation = false } = config;
  const { text } = await catalog.listing({
    ...config.listing,
    placement: "tool",
    skillTool: skillDefinition.name,
    searchTool: searchDefinition.name,
  });
  const reading = { oneLevel, scriptsReadable: scripts.readable ?? false };
  const tools = [
    createResultTool({ ...skillDefinition, description: text }, createSkill(session), clock),
    createEnvelopeTool(listDefinition, createList(catalog, { includeLocation })),
    createEnvelopeTool(searchDefinition, createSearch(catalog, { includeLocation })),
    createEnvelopeTool(loadDefinition, createLoad(session)),
    createEnvelopeTool(readFileDefinition, createReadFile({ catalog, session }, reading)),
    createEnvelopeTool(runScriptDefinition, createRunScript(toScriptHost(dependencies))),
    createEnvelopeTool(deactivateDefinition, createDeactivate(session)),
    ...toAuthoringTools(dependencies),
  ];
  return chosen(tools, config.tools).filter(({ description }) => description !== "");
}

function toAuthoringTools(dependencies: SkillToolDependencies): readonly Tool[] {
  const { catalog, clock, drafts, config = {} } = dependencies;
  if (config.authoring === undefined || drafts === undefined) return [];
  const host = toScriptHost(dependencies);
  // Now, before an agent acts: a link that it makes later leads nowhere.
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

function chosen(tools: readonly Tool[], names: readonly string[] | undefined): readonly Tool[] {
  return names === undefined ? tools : tools.filter(({ name }) => names.includes(name));
}
