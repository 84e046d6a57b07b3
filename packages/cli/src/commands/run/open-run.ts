import type { SkillRoot } from "@skillwright/core/discover";
import { createSystemPrompt, readProjectInstructions } from "@skillwright/core/listing";
import { tokenizeTools } from "@skillwright/core/parse";
import { isInside } from "@skillwright/core/path";
import type { Policy } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import { createJsonlSink, createSession, type Session } from "@skillwright/runtime";
import type { SubagentOptions } from "@skillwright/runtime/agent";
import { createSubagentRunner } from "@skillwright/runtime/agent";
import { finishCatalog } from "../../catalog/findings.ts";
import { searchedFoldersHint } from "../../catalog/load-available.ts";
import { type OpenedCatalog, openSkills } from "../../catalog/open-catalog.ts";
import type { Invocation } from "../../command.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { bundledSkills } from "../../own-package.ts";
import { openPolicies } from "../../session/open-policies.ts";
import { openSandboxOrNone } from "../../session/open-sandbox.ts";
import { auditFile, secretValues, userSession } from "../../session/user-session.ts";
import type { RunParts } from "./task.ts";

export type OpenedRun = {
  readonly session: Session;
  /** The system prompt. */
  readonly system: string;
  readonly audit: { readonly path: string; readonly name: string };
  /** Hint for an unknown skill name. */
  readonly searchedFoldersHint: string;
  /** Closes the session and its log; idempotent. */
  close(): Promise<void>;
};

/** Opens everything an agent needs besides its model: skills, policies, sandbox, audit log, session. */
export async function openRun(parts: RunParts): Promise<OpenedRun> {
  const { invocation, io, view, tally, approver } = parts;
  const { access, quiet } = parts.request;
  const authoring = readAuthoring(invocation, io);
  const opened = await openSkills(invocation, io, { extra: authoring.roots });
  const policies = await openPolicies(invocation, io);
  const sandbox = await openSandboxOrNone(access.sandbox, { quiet }, io);
  const path = auditFile(io);
  const audit = createJsonlSink({ path });
  const session = createSession({
    ...userSession(opened, [...policies, askingPolicy(policies)], io),
    agentTools: { network: access.network },
    skillTools: { scripts: { network: access.network }, authoring: { into: authoring.into } },
    approver: approver.approve,
    runSubagent: createSubagentRunner({
      ...agentOptions(parts),
      surroundings: describeSurroundings(io),
    }),
    audit,
    ...compact({ sandbox }),
  });
  await finishCatalog(opened, invocation, io);
  session.events.subscribe((event) => {
    tally.session(event);
    view.session(event);
  });
  return {
    session,
    system: createRunPrompt(opened, io),
    audit: { path, name: opened.names.short(path) },
    searchedFoldersHint: searchedFoldersHint(opened),
    close: async () => {
      await session.close();
      await audit.close();
    },
  };
}

/** The agent's system prompt: tools and skills, project instructions, folder and date. */
function createRunPrompt({ catalog, fs, roots }: OpenedCatalog, io: Io): string {
  const { cwd } = io;
  const projects = roots.flatMap(({ project }) => project ?? []);
  const upTo = projects.find((project) => isInside(project, cwd)) ?? cwd;
  const hasSkills = catalog.list().skills.some(({ enabled }) => enabled);
  const { text } = createSystemPrompt({
    tools: { read: "read", run: "bash" },
    navigation: hasSkills ? "full" : "none",
    projectInstructions: readProjectInstructions(fs, { from: cwd, upTo }).instructions,
  });
  return `${text}\n\n${describeSurroundings(io)}`;
}

/** Folder, platform and date, for the agent and its sub-agents. */
function describeSurroundings({ cwd, place, today }: Io): string {
  const date = new Date(today()).toISOString().slice(0, 10);
  return `# Surroundings\n\nYou work in the folder ${cwd} on ${platformNames[place.platform]}. Today is ${date}.`;
}

const platformNames: Readonly<Record<Io["place"]["platform"], string>> = {
  linux: "Linux",
  darwin: "macOS",
  win32: "Windows",
};

/**
 * The default policy of `run`: ask for everything except reading and drafting skills. It sets a default rather than rules, so
 * that policies and skills can grant more. A default in the user's own policy replaces it, and a stricter default in any
 * policy also covers reading.
 */
export function askingPolicy(policies: readonly Policy[]): Policy {
  const layers = policies.flatMap(({ layer }) => layer ?? []);
  if (layers.some(({ kind, otherwise }) => kind === "user" && otherwise !== undefined)) return {};
  const isStrict = layers.some(({ otherwise }) => otherwise === "ask" || otherwise === "deny");
  const allow = isStrict ? {} : { allow: tokenizeTools("Read Glob Grep skills_draft") };
  return { layer: { kind: "user", name: "user", otherwise: "ask", ...allow } };
}

/** Where the agent writes new skills. */
type RunAuthoring = {
  /** Absolute folder for new skills. */
  readonly into: string;
  /** That folder, which may not exist yet, and the bundled skill on writing skills. */
  readonly roots: readonly SkillRoot[];
};

/** New skills go to --new-skills, otherwise to the first --root, otherwise to the folder that all agents share. */
export function readAuthoring(invocation: Invocation, io: Io): RunAuthoring {
  const { cwd, place } = io;
  const asked = invocation.option("new-skills") ?? invocation.options("root")[0];
  const into = absolutePath(asked ?? `${place.home}/.agents/skills`, cwd, place.home);
  return {
    into,
    roots: [
      { path: into, scope: asked === undefined ? "personal" : "custom" },
      { path: bundledSkills(), scope: "package", package: "skillwright" },
    ],
  };
}

/** Options shared by the agent and its sub-agents. */
export function agentOptions({ io, model, request, signal, view, tally, drafts }: RunParts): SubagentOptions {
  return {
    model: model.model,
    findModel: model.find,
    maxSteps: request.maxSteps,
    secrets: secretValues(io.environment),
    signal,
    onEvent: (event) => {
      tally.agent(event);
      drafts.hear(event);
      return view.agent(event);
    },
  };
}
