import { formatError, SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import {
  type AgentName,
  chooseDialect,
  createJsonlSink,
  dialects,
  findDialect,
  type GuardLifetime,
  type HookAnswer,
  type HookEvent,
  type HookHost,
  type HookOutput,
  judgeHook,
} from "@skillwright/runtime";
import { type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { HookIo } from "../io.ts";
import { cliLimits } from "../limits.ts";
import { absolutePath } from "./absolute-path.ts";
import { auditFile } from "./audit-file.ts";
import { readHookPayload } from "./hook-payload.ts";
import { openPolicies } from "./open-policies.ts";
import type { Surroundings } from "./searched-folders.ts";
import { secretValues } from "./secret-values.ts";

/** Answers one event of an agent's hook. Whatever goes wrong is a refusal: agents go on when a hook merely fails. */
export async function answerHook(invocation: Invocation, io: HookIo): Promise<number> {
  const output = await toOutput(invocation, io);
  if (output.stdout !== "") await io.out(output.stdout);
  if (output.stderr !== "") await io.err(output.stderr);
  return output.exitCode;
}

async function toOutput(invocation: Invocation, io: HookIo): Promise<HookOutput> {
  try {
    const [word] = invocation.positionals;
    if (word !== undefined)
      throw new UsageError(`there is no word '${printable(word)}' for it; as a hook it takes options only.`);
    const lifetime = readLifetime(invocation);
    const roots = readRoots(invocation, io);
    const agent = readAgent(invocation);
    const payload = readHookPayload(await io.readInput(cliLimits.hookPayloadBytes));
    const dialect = chooseDialect(agent, payload);
    if (dialect === undefined)
      throw new UsageError(
        `the payload is of no agent that is known; say whose it is with --agent. ${known()}`,
      );
    const event = dialect.read(payload);
    if (event.kind === "problem") return dialect.answer({ effect: "deny", reason: event.problem }, event);
    const judging = { agent: dialect.agent, lifetime, roots, invocation };
    return dialect.answer(await judge(event, judging, io), event);
  } catch (error) {
    return refuseUnread(invocation.option("agent"), describe(error));
  }
}

/** The one sign for "no" that every agent understands, and the words of those who would give no reason else. */
export function refuseUnread(agent: string | undefined, reason: string): HookOutput {
  const problem = `skillwright guard: ${reason}`;
  const dialect = agent === undefined ? undefined : findDialect(agent);
  const said = dialect?.answer({ effect: "deny", reason: problem }, { kind: "problem", problem });
  return { stdout: said?.stdout ?? "", stderr: `${problem}\n`, exitCode: exitCode.usage };
}

function readLifetime(invocation: Invocation): GuardLifetime {
  const word = invocation.option("lifetime") ?? "turn";
  if (word === "turn" || word === "session") return word;
  throw new UsageError(`--lifetime is turn or session; found '${printable(word)}'.`);
}

/** Folders of skills besides those that agents have, as our own server may be started with. */
function readRoots(invocation: Invocation, { cwd, place }: HookIo): readonly string[] {
  const roots = invocation.options("root");
  if (roots.includes("")) throw new UsageError("--root wants a folder.");
  return roots.map((root) => absolutePath(root, cwd, place.home));
}

function readAgent(invocation: Invocation): string | undefined {
  const agent = invocation.option("agent");
  if (agent === undefined || findDialect(agent) !== undefined) return agent;
  throw new UsageError(`there is no agent called '${printable(agent)}'. ${known()}`);
}

function known(): string {
  return `There are: ${dialects.map(({ agent }) => agent).join(", ")}.`;
}

type Judging = {
  readonly agent: AgentName;
  readonly lifetime: GuardLifetime;
  readonly roots: readonly string[];
  readonly invocation: Invocation;
};

/** A refusal in the agent's own words, whatever fails on the way. */
async function judge(event: HookEvent, judging: Judging, io: HookIo): Promise<HookAnswer> {
  const { agent, lifetime, roots, invocation } = judging;
  const { place, environment } = io;
  const project = projectOf(agent, io);
  const fs = createNodeFileSystem();
  const user = environment.USER ?? environment.LOGNAME ?? environment.USERNAME;
  try {
    const cwd = absolutePath(event.cwd, io.cwd, place.home);
    return await judgeHook({ ...event, cwd }, agent, {
      ...{ fs, lifetime, home: place.home, ...project },
      policy: await openPolicies(invocation, io),
      findSkills: mayLoad(event)
        ? await openFinder({ agent, place, environment, cwd: io.cwd, named: roots, ...project })
        : () => [],
      folder: `${place.dataFolder}/guard`,
      ownFolder: place.dataFolder,
      audit: createJsonlSink({ path: auditFile(io), waitMs: lockMs }),
      secrets: secretValues(environment),
      ...(user === undefined ? {} : { user }),
    });
  } catch (error) {
    return { effect: "deny", reason: `The guard could not judge this. ${describe(error)}` };
  }
}

/** Most events load nothing, and need not wait for what reads skills. */
function mayLoad(event: HookEvent): boolean {
  if (event.kind === "call") return event.loads !== undefined;
  return (event.kind === "prompt" || event.kind === "load") && event.skills.length > 0;
}

/** Claude Code goes wherever its commands go, and tells its hooks where it began; of others the folder stays. */
function projectOf(agent: AgentName, { environment, cwd, place }: HookIo): { readonly project?: string } {
  const folder = agent === "claude-code" ? environment.CLAUDE_PROJECT_DIR : undefined;
  return folder ? { project: absolutePath(folder, cwd, place.home) } : {};
}

async function openFinder(here: Surroundings): Promise<HookHost["findSkills"]> {
  const { createSkillFinder } = await import("./guard-skills.ts");
  return createSkillFinder(here);
}

/** All waiting together must end before the agent stops waiting for its hook, which then counts for nothing. */
const lockMs = 2000;

/** Elsewhere a bug crashes. Here that would let the call pass. */
function describe(error: unknown): string {
  if (error instanceof SkillError) return formatError(error);
  return error instanceof Error ? printable(error.message) : printable(String(error));
}
