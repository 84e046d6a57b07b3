import type { LoadedEntry } from "@skillwright/core/catalog";
import type { Policy } from "@skillwright/core/policy";
import {
  createJsonlSink,
  createSession,
  execScript,
  formatScriptWarning,
  type Guarded,
  type ScriptRun,
  type ScriptWarning,
  type Session,
  type SessionOptions,
} from "@skillwright/runtime";
import type { Sandbox } from "@skillwright/runtime/sandbox";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { cliLimits } from "../limits.ts";
import { createProgramOutput } from "../terminal/program-output.ts";
import { auditFile } from "./audit-file.ts";
import { endedCode } from "./ended-code.ts";
import type { ExecOptions } from "./exec-options.ts";
import { reportRun } from "./exec-report.ts";
import type { OpenedCatalog } from "./open-catalog.ts";
import { openChosenSandbox } from "./open-chosen-sandbox.ts";
import { createRunApprover, type RunApprover } from "./run-approver.ts";
import { userSession } from "./user-session.ts";

/** One script, with everything that was decided about it before it runs. */
export type ExecWork = {
  readonly entry: LoadedEntry;
  readonly script: string;
  readonly args: readonly string[];
  readonly options: ExecOptions;
  readonly policies: readonly Policy[];
  readonly opened: OpenedCatalog;
};

/** Runs a script in a session of its own and passes its output on as it comes; answers with its exit code. */
export async function runScriptLive(work: ExecWork, io: Io): Promise<number> {
  const sandbox = await openChosenSandbox(work.options.sandbox, io);
  const { yes } = work.options;
  const approver = createRunApprover(io, { yes, makeRoom, signal: io.signal() });
  const audit = createJsonlSink({ path: auditFile(io) });
  let running: Promise<Guarded<ScriptRun>> | undefined;
  const start = (session: Session): Promise<Guarded<ScriptRun>> => {
    running = exec(session, { work, sandbox }, io);
    return running;
  };
  const session = createSession({
    ...userSession(work.opened, work.policies, io),
    ...agentsOf(work.entry),
    audit,
    sandbox,
    approver: approver.approve,
    // A skill that wants a sub-agent gets one that does nothing but run the script.
    runSubagent: async (task) => {
      await start(task.session).catch(() => undefined);
      return { text: "" };
    },
  });
  try {
    const activation = await session.activate({
      skill: work.entry.skill.id,
      trigger: "user",
      lifetime: "session",
    });
    if (running === undefined && activation.status === "refused")
      return await refuse(activation, { approver, sandbox }, io);
    const guarded = await (running ?? start(session));
    if (!guarded.ok) return await refuse(guarded.denial, { approver, sandbox }, io);
    const ended = endedCode(io);
    if (ended === exitCode.unread) return ended;
    const code = await reportRun(guarded.value, work, io);
    return ended ?? code;
  } finally {
    await session.close();
    await audit.close();
  }
}

/** Nothing is printed before the script runs, and it does not run before the answer. */
async function makeRoom(): Promise<() => void> {
  return () => {};
}

/** Whatever kind of agent the skill asks for does the same here. */
function agentsOf({ manifest: { agent } }: LoadedEntry): Pick<SessionOptions, "agents"> {
  return agent === undefined ? {} : { agents: { [agent]: {} } };
}

async function exec(
  session: Session,
  { work, sandbox }: { readonly work: ExecWork; readonly sandbox: Sandbox },
  io: Io,
): Promise<Guarded<ScriptRun>> {
  const { entry, script, args, options, opened } = work;
  const { catalog, fs } = opened;
  const output = createProgramOutput(io);
  const stream = {
    // What is streamed is passed on whole; only what must be kept for the end is bounded.
    ...(options.json ? { outputBytes: cliLimits.execOutputBytes } : { onOutput: output.hear }),
    ...(io.terminal.piped ? { stdin: io.stream(undefined) } : {}),
  };
  const guarded = await execScript(
    {
      ...{ name: entry.skill.id, script, args, stream, signal: io.signal() },
      ...(options.json ? {} : { onWarnings: (warnings) => tellWarnings(warnings, io) }),
    },
    {
      catalog,
      session,
      sandbox,
      fs,
      workspace: fs.realPath(io.cwd) ?? io.cwd,
      environment: io.environment,
      grants: options.grants,
      ...(options.output === undefined ? {} : { output: options.output }),
    },
  );
  await output.end();
  return guarded;
}

/** Before the script says anything: what it lacks may be why it fails. */
function tellWarnings(warnings: readonly ScriptWarning[], io: Io): Promise<void> {
  return io.err(warnings.map((warning) => `note: ${formatScriptWarning(warning)}\n`).join(""));
}

type Refusal = { readonly text: string; readonly code?: string };
type Refusing = { readonly approver: RunApprover; readonly sandbox: Sandbox };

async function refuse(refusal: Refusal, parts: Refusing, io: Io): Promise<number> {
  const ended = endedCode(io);
  // Whoever ended it knows why nothing was run.
  if (ended !== undefined) return ended;
  const { text, code } = refusal;
  await io.err(`skillwright exec: ${text}\n${hintOn(refusal, parts)}`);
  return code === "audit-unavailable" ? exitCode.environment : exitCode.refused;
}

function hintOn({ code }: Refusal, { approver, sandbox }: Refusing): string {
  if (approver.unanswered().length > 0)
    return "Run it at a terminal, allow it in a policy, or approve it with --yes.\n";
  if (code !== "hook-blocked") return "";
  const where = sandbox.confines ? " It ran in a sandbox, which does not show it the home folder." : "";
  return `A hook of the skill decided this.${where}\n`;
}
