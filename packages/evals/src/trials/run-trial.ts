import { mkdir, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditSink } from "@skillwright/core/audit";
import { createSecretMask } from "@skillwright/core/audit";
import type { FileSystem } from "@skillwright/core/discover";
import type { InstalledOptions } from "@skillwright/core/installed";
import { createSystemPrompt, listingLimits } from "@skillwright/core/listing";
import type { Policy } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import {
  type Clock,
  createSession,
  type Session,
  type StandIns,
  systemClock,
  type Tool,
} from "@skillwright/runtime";
import {
  type AgentEvent,
  type AgentModel,
  type AgentResult,
  createSubagentRunner,
  runAgent,
} from "@skillwright/runtime/agent";
import type { NetworkAccess, Sandbox } from "@skillwright/runtime/sandbox";
import { removeFolder } from "../testing/remove-folder.ts";
import type { SkillSet } from "./prepare-skills.ts";
import type { Trial } from "./trial.ts";
import {
  copyInputFiles,
  listFilesWithoutSecrets,
  maskFiles,
  saveFiles,
  trackChanges,
} from "./trial-files.ts";
import {
  createModelWatch,
  createTrialListener,
  type ModelWatch,
  type TrialListener,
} from "./trial-listener.ts";

/** What trials need from the host. */
export type TrialHost = {
  readonly fs: FileSystem;
  readonly model: AgentModel;
  /** Resolves a model that a skill asks for by name. */
  readonly findModel?: (name: string) => AgentModel | undefined;
  /** Without one, the agent cannot start programs. */
  readonly sandbox?: Sandbox;
  /** Policies for the agent. Whatever would need approval is denied, since there is no user to ask. */
  readonly policy?: readonly Policy[];
  /** What policies need to verify installed skills. */
  readonly installed?: InstalledOptions;
  readonly network?: NetworkAccess;
  /** The host's variables; programs see only a few of them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values that must not appear anywhere. */
  readonly secrets?: readonly string[];
  readonly audit?: AuditSink;
  /** Default: the system clock. */
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
};

/** A task for an agent, and the content of its folder. */
export type TrialTask = {
  readonly task: string;
  /** The agent's skills; many trials may share a set. */
  readonly skills: SkillSet;
  /** Activated before the first step, as a user does with `/name task`. */
  readonly activate?: string;
  /** The files in its folder. */
  readonly files: readonly InputFile[];
  readonly maxSteps?: number;
  readonly timeoutMs: number;
  /** Ends the trial when this skill is activated. */
  readonly untilActivated?: string;
  /** Predefined answers in place of tools. */
  readonly standIns?: StandIns;
  /** Tools that exist only for this task. */
  readonly functions?: readonly Tool[];
  /** An absolute path to copy the created files to, except those with secrets; created when absent. */
  readonly saveTo?: string;
  /** Called with the agent's folder and the trial before the folder is removed. */
  readonly observe?: (workspace: string, trial: Trial) => Promise<void>;
};

/** A file, and its path in the agent's folder, with `/`. */
export type InputFile = { readonly from: string; readonly to: string };

/**
 * Gives an agent a task in a new temporary folder, and returns what happened. Does not throw when the model
 * or the skill fails: that is what trials find out.
 */
export async function runTrial(task: TrialTask, host: TrialHost): Promise<Trial> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "skillwright-trial-")));
  try {
    const workspace = join(root, "work");
    await mkdir(workspace);
    // The timeout includes copying.
    const late = AbortSignal.timeout(task.timeoutMs);
    await copyInputFiles(task.files, workspace, late);
    return await tryTask(task, host, { root, workspace, late });
  } finally {
    await removeFolder(root);
  }
}

type Folders = { readonly root: string; readonly workspace: string };

async function tryTask(
  task: TrialTask,
  host: TrialHost,
  { root, workspace, late }: Folders & { readonly late: AbortSignal },
): Promise<Trial> {
  const { clock = systemClock, fs } = host;
  const secrets = createSecretMask(host.secrets ?? []);
  const enough = new AbortController();
  const signal = AbortSignal.any([enough.signal, late, ...(host.signal ? [host.signal] : [])]);
  const { untilActivated } = task;
  const listener = createTrialListener({ secrets, untilActivated, stop: () => enough.abort() });
  const changes = trackChanges(workspace, fs);
  const started = clock.elapsed();
  const modelWatch = createModelWatch(clock);
  const result = await runSession({ task, host, root, workspace, signal, listener, modelWatch });
  const status = statusOf(result, signal, { enough: enough.signal, late });
  // Time that the model spent in silence says nothing about the skill.
  const fault = status === "timed-out" ? modelWatch.fault(task.timeoutMs) : result.fault;
  const files = changes();
  if (task.saveTo !== undefined) {
    const paths = [...files.created, ...files.modified];
    const saved = listFilesWithoutSecrets(paths, { fs, folder: workspace }, secrets);
    saveFiles(fs, { from: workspace, to: task.saveTo }, saved);
  }
  const trial: Trial = {
    status: status === "timed-out" && fault !== undefined ? "failed" : status,
    ...(fault && { fault: secrets.mask(fault.message), faultKind: fault.kind }),
    answer: secrets.mask(result.text),
    events: listener.events(),
    activated: listener.activated(),
    files: maskFiles(files, secrets),
    steps: result.steps,
    usage: listener.usage(),
    durationMs: Math.round(clock.elapsed() - started),
  };
  await task.observe?.(workspace, trial);
  return trial;
}

type TrialParts = Folders & {
  readonly task: TrialTask;
  readonly host: TrialHost;
  readonly signal: AbortSignal;
  readonly listener: TrialListener;
  readonly modelWatch: ModelWatch;
};

async function runSession(parts: TrialParts): Promise<AgentResult> {
  const { task, host, workspace, signal, listener, modelWatch } = parts;
  const agent = {
    model: host.model,
    ...compact({ findModel: host.findModel, maxSteps: task.maxSteps }),
    secrets: host.secrets ?? [],
    signal,
    onEvent: (event: AgentEvent) => {
      modelWatch.onAgentEvent(event);
      listener.onAgentEvent(event);
    },
  };
  const surroundings = `# Surroundings\n\nYou work in the folder ${workspace}. There is no one to answer questions: decide yourself, and say what you decided.`;
  let forked: AgentResult | undefined;
  const onEnd = (result: AgentResult): void => {
    forked = result;
  };
  const session = openTrialSession(parts, createSubagentRunner({ ...agent, surroundings, onEnd }));
  const unsubscribe = session.events.subscribe(listener.onSessionEvent);
  try {
    const start = await activateSkill(task, session, signal);
    if ("refused" in start) return notStarted(start.refused, forked, signal);
    return await runAgent({
      ...agent,
      session,
      system: `${systemPrompt(task)}\n\n${surroundings}`,
      task: [...start.texts, task.task].join("\n\n"),
    });
  } finally {
    await session.close();
    unsubscribe();
  }
}

function openTrialSession(
  { task, host, root, workspace }: TrialParts,
  runSubagent: ReturnType<typeof createSubagentRunner>,
): Session {
  const { network = "none", sandbox, audit, secrets = [] } = host;
  return createSession({
    catalog: task.skills.catalog,
    fs: host.fs,
    workspace,
    policy: host.policy ?? [],
    environment: host.environment,
    secrets,
    agentTools: { network },
    skillTools: {
      scripts: { network, output: join(root, "output") },
      // Trials measure whole descriptions, as clients with a larger budget show them.
      listing: { budget: { bytes: listingLimits.generousListingBytes } },
    },
    runSubagent,
    ...compact({
      functions: task.functions,
      standIns: task.standIns,
      sandbox,
      audit,
      clock: host.clock,
      installed: host.installed,
    }),
  });
}

async function activateSkill(
  { activate, task }: TrialTask,
  session: Session,
  signal: AbortSignal,
): Promise<{ readonly texts: readonly string[] } | { readonly refused: string }> {
  if (activate === undefined) return { texts: [] };
  const result = await session.activate({ skill: activate, arguments: task, trigger: "user", signal });
  return result.status === "refused" ? { refused: result.text } : { texts: [result.text] };
}

/** A refused skill is a result; a sub-agent that was aborted or whose model failed is not. */
function notStarted(text: string, forked: AgentResult | undefined, signal: AbortSignal): AgentResult {
  const nothing = { text, steps: 0, usage: [] };
  if (signal.aborted) return { ...nothing, status: "aborted" };
  return forked === undefined ? { ...nothing, status: "finished" } : { ...forked, text };
}

function systemPrompt({ skills }: TrialTask): string {
  const hasSkills = skills.catalog.list().skills.some(({ enabled }) => enabled);
  return createSystemPrompt({
    tools: { read: "read", run: "bash" },
    navigation: hasSkills ? "full" : "none",
  }).text;
}

type Ends = { readonly enough: AbortSignal; readonly late: AbortSignal };

/** The first signal wins: a timeout during an orderly stop is not a result. */
function statusOf({ status }: AgentResult, signal: AbortSignal, { enough, late }: Ends): Trial["status"] {
  if (enough.aborted && signal.reason === enough.reason) return "stopped";
  if (status === "aborted" && signal.reason === late.reason) return "timed-out";
  return status;
}
