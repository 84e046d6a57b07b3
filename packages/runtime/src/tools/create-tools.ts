import type { Catalog, FileSystem, ListingOptions } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { Clock } from "../clock.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Session } from "../session/session.ts";
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
import { createRunScript, type ScriptParts } from "./skills/run-script-tool.ts";
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
  /** How the skills are listed in the Skill tool's description. */
  readonly listing?: Pick<ListingOptions, "budget" | "format" | "wording" | "includeTags">;
};

type ScriptConfig = {
  /** Answer with the text of scripts too; they are meant to be run. */
  readonly readable?: boolean;
  /** Folders that scripts may write to. */
  readonly writable?: readonly string[];
  readonly network?: boolean;
};

/** What the tools of the built-in agent work with. */
export type AgentToolDependencies = {
  /** Absolute folder, links resolved, that relative paths begin at and that files may be read and written in. */
  readonly workspace: string;
  readonly session: Pick<Session, "active">;
  readonly clock: Clock;
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
  /** Commands may use the network. */
  readonly network?: boolean;
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
    createEnvelopeTool(runScriptDefinition, createRunScript(toScriptParts(dependencies))),
    createEnvelopeTool(deactivateDefinition, createDeactivate(session)),
  ];
  return chosen(tools, config.tools).filter(({ description }) => description !== "");
}

function toScriptParts(dependencies: SkillToolDependencies): ScriptParts {
  const { catalog, session, workspace, sandbox, environment = {}, config = {} } = dependencies;
  const { writable = [], network = false } = config.scripts ?? {};
  const fs = dependencies.fs ?? createNodeFileSystem();
  return {
    catalog,
    session,
    sandbox,
    fs,
    environment,
    readable: [workspace, ...writable],
    writable,
    network,
  };
}

/** read, write, edit, glob, grep and bash. */
export function createAgentTools(dependencies: AgentToolDependencies): readonly Tool[] {
  const { workspace, session, clock, sandbox, environment = {}, config = {} } = dependencies;
  const { readable = [], writable = [], network = false } = config;
  const places: FilePlaces = {
    workspace,
    readable: () => [...readable, ...session.active().map(({ directory }) => directory)],
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
