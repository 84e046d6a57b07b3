import { copyFile, mkdir, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSystemPrompt, isInside, limits, SkillError, type Trial } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";
import type { AgentResult } from "../agent/agent-result.ts";
import { createSubagentRunner } from "../agent/create-subagent-runner.ts";
import { runAgent } from "../agent/run-agent.ts";
import { systemClock } from "../clock.ts";
import { createSession } from "../session/create-session.ts";
import type { Session } from "../session/session.ts";
import { removeFolder } from "../testing/remove-folder.ts";
import type { TrialHost } from "./trial-host.ts";
import { createTrialListener, type TrialListener } from "./trial-listener.ts";
import type { GivenFile, TrialTask } from "./trial-task.ts";
import { watchFolder } from "./watch-folder.ts";

/**
 * Gives an agent a task in a new folder of its own, and tells all that became of it; of the folder nothing is left. Never fails on
 * account of the model or the skill: that is what trials find out.
 */
export async function runTrial(task: TrialTask, host: TrialHost): Promise<Trial> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "skillwright-trial-")));
  try {
    const workspace = join(root, "work");
    await mkdir(workspace);
    for (const file of task.files) await giveFile(file, workspace);
    return await tryTask(task, host, { root, workspace });
  } finally {
    await removeFolder(root);
  }
}

async function giveFile({ from, to }: GivenFile, workspace: string): Promise<void> {
  const target = join(workspace, to);
  if (target === workspace || !isInside(workspace, target))
    throw new SkillError("option-invalid", {
      name: "files",
      reason: `${to} leads out of the agent's folder`,
    });
  try {
    await mkdir(dirname(target), { recursive: true });
    await copyFile(from, target);
  } catch (error) {
    throw toFileError(from, error);
  }
}

type Place = { readonly root: string; readonly workspace: string };

async function tryTask(task: TrialTask, host: TrialHost, { root, workspace }: Place): Promise<Trial> {
  const { clock = systemClock, fs } = host;
  const enough = new AbortController();
  const late = AbortSignal.timeout(task.timeoutMs);
  const signal = AbortSignal.any([enough.signal, late, ...(host.signal ? [host.signal] : [])]);
  const listener = createTrialListener({
    activated: task.untilActivated,
    tell: () => enough.abort(),
  });
  const changes = watchFolder(workspace, fs);
  const started = clock.elapsed();
  const result = await runSession({ task, host, root, workspace, signal, listener });
  const files = changes();
  if (task.keep !== undefined) await keepFiles([...files.created, ...files.modified], workspace, task.keep);
  const trial: Trial = {
    status: statusOf(result, { enough: enough.signal, late }),
    ...(result.fault === undefined ? {} : { fault: result.fault.message }),
    answer: result.text,
    events: listener.events(),
    activated: listener.activated(),
    files,
    steps: result.steps,
    usage: listener.usage(),
    durationMs: Math.round(clock.elapsed() - started),
  };
  await task.observe?.(workspace, trial);
  return trial;
}

type TrialParts = Place & {
  readonly task: TrialTask;
  readonly host: TrialHost;
  readonly signal: AbortSignal;
  readonly listener: TrialListener;
};

async function runSession(parts: TrialParts): Promise<AgentResult> {
  const { task, host, workspace, signal, listener } = parts;
  const agent = {
    model: host.model,
    ...(host.findModel ? { findModel: host.findModel } : {}),
    ...(task.maxSteps === undefined ? {} : { maxSteps: task.maxSteps }),
    secrets: host.secrets ?? [],
    signal,
    onEvent: listener.agent,
  };
  const surroundings = `# Surroundings\n\nYou work in the folder ${workspace}. Nobody is there to answer questions: decide, and say what you decided.`;
  const session = openTrialSession(parts, createSubagentRunner({ ...agent, surroundings }));
  const unsubscribe = session.events.subscribe(listener.session);
  try {
    const begun = await activateFirst(task, session, signal);
    if ("refused" in begun) return { status: "finished", text: begun.refused, steps: 0, usage: [] };
    return await runAgent({
      ...agent,
      session,
      system: `${systemPrompt(task)}\n\n${surroundings}`,
      task: [...begun.texts, task.task].join("\n\n"),
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
    skillTools: { scripts: { network, output: join(root, "output") } },
    runSubagent,
    ...(task.functions ? { functions: task.functions } : {}),
    ...(task.standIns ? { standIns: task.standIns } : {}),
    ...(sandbox ? { sandbox } : {}),
    ...(audit ? { audit } : {}),
    ...(host.clock ? { clock: host.clock } : {}),
  });
}

async function activateFirst(
  { activate, task }: TrialTask,
  session: Session,
  signal: AbortSignal,
): Promise<{ readonly texts: readonly string[] } | { readonly refused: string }> {
  if (activate === undefined) return { texts: [] };
  const result = await session.activate({ skill: activate, arguments: task, trigger: "user", signal });
  return result.status === "refused" ? { refused: result.text } : { texts: [result.text] };
}

function systemPrompt({ skills }: TrialTask): string {
  const hasSkills = skills.catalog.list().skills.some(({ enabled }) => enabled);
  return createSystemPrompt({
    tools: { read: "read", run: "bash" },
    navigation: hasSkills ? "full" : "none",
  }).text;
}

type Ends = { readonly enough: AbortSignal; readonly late: AbortSignal };

function statusOf({ status }: AgentResult, { enough, late }: Ends): Trial["status"] {
  if (enough.aborted) return "stopped";
  if (status === "aborted" && late.aborted) return "timed-out";
  return status;
}

async function keepFiles(paths: readonly string[], workspace: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const path of paths.slice(0, limits.trialKeptFiles)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    // A file that the agent has closed even to its owner is listed, and that is all.
    await copyFile(join(workspace, path), target).catch(() => {});
  }
}
