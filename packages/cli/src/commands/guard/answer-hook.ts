import { formatError, SkillError } from "@skillwright/core";
import { agentId } from "@skillwright/core/discover";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { checksAtActivation, type Policy } from "@skillwright/core/policy";
import {
  compact,
  decodeUtf8,
  formatNumber,
  isJsonObject,
  type JsonObject,
  parseJson,
  printable,
} from "@skillwright/core/text";
import {
  type AgentName,
  awaitEarlierHooks,
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
  readEnd,
} from "@skillwright/runtime";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { HookIo } from "../../io.ts";
import { cliLimits } from "../../limits.ts";
import { openUserLease } from "../../session/open-lease.ts";
import { openPolicies } from "../../session/open-policies.ts";
import { auditFile, secretValues } from "../../session/user-session.ts";
import { type GuardMode, readMode, withMode } from "./guard-mode.ts";
import { createSkillFinder } from "./guard-skills.ts";
import { listProtectedPlaces } from "./protected-places.ts";

/** Answers one hook event. Any error becomes a refusal, because agents continue when a hook merely fails. */
export async function answerHook(invocation: Invocation, io: HookIo): Promise<number> {
  const output = await toOutput(invocation, io);
  if (output.stdout !== "") await io.out(output.stdout);
  if (output.stderr !== "") await io.err(output.stderr);
  return output.exitCode;
}

async function toOutput(invocation: Invocation, io: HookIo): Promise<HookOutput> {
  const started = io.now();
  try {
    const [word] = invocation.positionals;
    if (word !== undefined)
      throw new UsageError(`unexpected argument '${printable(word)}'; as a hook it takes options only.`);
    const lifetime = readLifetime(invocation);
    const mode = readMode(invocation);
    const roots = readRoots(invocation, io);
    const agent = readAgent(invocation);
    const payload = readHookPayload(await io.readInput(cliLimits.hookPayloadBytes));
    const dialect = chooseDialect(agent, payload);
    if (dialect === undefined)
      throw new UsageError(`the payload is not from a known agent; name the agent with --agent. ${known()}`);
    const event = dialect.read(payload, readEnd);
    if (event.kind === "problem") return dialect.answer({ effect: "deny", reason: event.problem }, event);
    const judging = { agent: dialect.agent, lifetime, mode, roots, invocation, started };
    return dialect.answer(await judge(event, judging, io), event);
  } catch (error) {
    return refuseUnread(invocation.option("agent"), describe(error));
  }
}

/** A refusal that every agent understands: exit code 2, plus the agent's own format where it needs one to show the reason. */
export function refuseUnread(agent: string | undefined, reason: string): HookOutput {
  const problem = `skillwright guard: ${reason}`;
  const dialect = agent === undefined ? undefined : findDialect(agent);
  const said = dialect?.answer({ effect: "deny", reason: problem }, { kind: "problem", problem });
  return { stdout: said?.stdout ?? "", stderr: `${problem}\n`, exitCode: exitCode.usage };
}

function readLifetime(invocation: Invocation): GuardLifetime {
  const word = invocation.option("lifetime") ?? "turn";
  if (word === "turn" || word === "session") return word;
  throw new UsageError(`--lifetime must be turn or session; found '${printable(word)}'.`);
}

/** Additional skill folders, such as those our MCP server was started with. */
function readRoots(invocation: Invocation, { cwd, place }: HookIo): readonly string[] {
  const roots = invocation.options("root");
  if (roots.includes("")) throw new UsageError("--root requires a folder.");
  return roots.map((root) => absolutePath(root, cwd, place.home));
}

function readAgent(invocation: Invocation): string | undefined {
  const named = invocation.option("agent");
  const agent = named === undefined ? undefined : agentId(named);
  if (agent === undefined || findDialect(agent) !== undefined) return agent;
  throw new UsageError(`unknown agent '${printable(agent)}'. ${known()}`);
}

function known(): string {
  return `Known agents: ${dialects.map(({ agent }) => agent).join(", ")}.`;
}

type Judging = {
  readonly agent: AgentName;
  readonly lifetime: GuardLifetime;
  readonly mode: GuardMode | undefined;
  readonly roots: readonly string[];
  readonly invocation: Invocation;
  /** When the process began with the event, by the clock of `io`. */
  readonly started: number;
};

/** Judges an event; any failure becomes a refusal in the agent's own format. */
async function judge(event: HookEvent, judging: Judging, io: HookIo): Promise<HookAnswer> {
  const { agent, lifetime, mode, roots, invocation, started } = judging;
  const { place, environment } = io;
  const project = projectOf(agent, io);
  const fs = createNodeFileSystem();
  const user = environment.USER || environment.LOGNAME || environment.USERNAME || undefined;
  try {
    const cwd = absolutePath(event.cwd, io.cwd, place.home);
    const policy = withMode(await openPolicies(invocation, io), mode);
    return await judgeHook({ ...event, cwd }, agent, {
      ...{ fs, lifetime, home: place.home, ...project },
      awaitTurn: (call, deadline) => awaitEarlierHooks(call, deadline, { settles: startsAtOnce.has(agent) }),
      policy,
      ...(await loadInstalledCheck(policy, io)),
      findSkills: createSkillFinder({ agent, place, environment, cwd: io.cwd, named: roots, ...project }),
      folder: `${place.dataFolder}/guard`,
      lease: openUserLease(fs, io),
      protectedPlaces: () =>
        listProtectedPlaces({ ...io, cwd, ...project, policies: invocation.options("policy") }, fs),
      audit: createJsonlSink({ path: auditFile(io), waitMs: lockMs }),
      secrets: secretValues(environment),
      spentMs: io.now() - started,
      ...compact({ user }),
    });
  } catch (error) {
    return { effect: "deny", reason: `The guard could not evaluate this call. ${describe(error)}` };
  }
}

/** Loaded only for policies that verify skills, since agents wait for every hook. */
async function loadInstalledCheck(
  policies: readonly Policy[],
  { place }: HookIo,
): Promise<Pick<HookHost, "checkInstalled">> {
  const rules = policies.flatMap(({ install }) => install ?? []);
  if (!checksAtActivation(rules)) return {};
  const [{ createInstalledCheck }, { installedOptions }] = await Promise.all([
    import("@skillwright/core/installed"),
    import("../../session/installed-options.ts"),
  ]);
  const checkInstalled = createInstalledCheck(rules, {
    ...{ fs: createNodeFileSystem(), sha256: nodeSha256 },
    ...installedOptions(policies, place),
  });
  return compact({ checkInstalled });
}

/** Agents that start the hooks of all calls of a message at once, and have no transcript yet that shows their order. */
const startsAtOnce: ReadonlySet<AgentName> = new Set(["gemini-cli", "qwen-code"]);

/** Claude Code changes folders with its commands and passes the original one to hooks; other agents stay. */
function projectOf(agent: AgentName, { environment, cwd, place }: HookIo): { readonly project?: string } {
  const folder = agent === "claude-code" ? environment.CLAUDE_PROJECT_DIR : undefined;
  return folder ? { project: absolutePath(folder, cwd, place.home) } : {};
}

/** Must stay below the agent's hook timeout, after which the answer would not count. */
const lockMs = 2000;

/** Bugs crash elsewhere; here a crash would let the call run. */
function describe(error: unknown): string {
  if (error instanceof SkillError) return formatError(error);
  return error instanceof Error ? printable(error.message) : printable(String(error));
}

/** Parses the JSON object that an agent passes to its hook. */
function readHookPayload(bytes: Uint8Array): JsonObject {
  if (bytes.length > cliLimits.hookPayloadBytes)
    throw new UsageError(
      `the agent's payload is larger than ${formatNumber(cliLimits.hookPayloadBytes)} bytes.`,
    );
  // PowerShell pipes a byte order mark first.
  const text = decodeUtf8(bytes)?.replace(/^\uFEFF/, "");
  if (text === undefined) throw new UsageError("the agent's payload is not UTF-8.");
  if (text.trim() === "")
    throw new UsageError("standard input is empty; expected an agent's hook payload as JSON.");
  const payload = parseJson(text);
  if (!isJsonObject(payload)) throw new UsageError("the agent's payload is not a JSON object.");
  return payload;
}
