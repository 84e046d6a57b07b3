import type { LoadedEntry } from "@skillwright/core/catalog";
import type { Policy } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
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
import type { OpenedCatalog } from "../../catalog/open-catalog.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { cliLimits } from "../../limits.ts";
import { createRunApprover, type RunApprover } from "../../session/approver.ts";
import { openChosenSandbox } from "../../session/open-sandbox.ts";
import { auditFile, interruptedExitCode, userSession } from "../../session/user-session.ts";

import type { ExecOptions } from "./options.ts";
import { createProgramOutput } from "./program-output.ts";
import { reportRun } from "./report.ts";

/** A script with everything needed to run it. */
export type ExecWork = {
  readonly entry: LoadedEntry;
  readonly script: string;
  readonly args: readonly string[];
  readonly options: ExecOptions;
  readonly policies: readonly Policy[];
  readonly opened: OpenedCatalog;
};

/** Runs a script in its own session and streams its output; returns its exit code. */
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
    // A skill that asks for a sub-agent gets one that only runs the script.
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
    const ended = interruptedExitCode(io);
    if (ended === exitCode.unread) return ended;
    const code = await reportRun(guarded.value, work, io);
    return ended ?? code;
  } finally {
    await session.close();
    await audit.close();
  }
}

/** Nothing to wait for: no output precedes the script, and the script waits for the answer. */
async function makeRoom(): Promise<() => void> {
  return () => {};
}

/** Whatever agent the skill asks for behaves the same here. */
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
    // Streamed output is unlimited; only output kept for JSON is capped.
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
      ...compact({ output: options.output }),
    },
  );
  await output.end();
  return guarded;
}

/** Prints warnings before the script's output, since they may explain a failure. */
function tellWarnings(warnings: readonly ScriptWarning[], io: Io): Promise<void> {
  return io.err(warnings.map((warning) => `note: ${formatScriptWarning(warning)}\n`).join(""));
}

type Refusal = { readonly text: string; readonly code?: string };
type Refusing = { readonly approver: RunApprover; readonly sandbox: Sandbox };

async function refuse(refusal: Refusal, parts: Refusing, io: Io): Promise<number> {
  const ended = interruptedExitCode(io);
  // The user interrupted it and knows why nothing ran.
  if (ended !== undefined) return ended;
  const { text, code } = refusal;
  await io.err(`skillwright exec: ${text}\n${hintOn(refusal, parts)}`);
  return code === "audit-unavailable" ? exitCode.environment : exitCode.refused;
}

function hintOn({ code }: Refusal, { approver, sandbox }: Refusing): string {
  if (approver.unanswered().length > 0)
    return "Run it in a terminal, allow it in a policy, or approve it with --yes.\n";
  if (code !== "hook-blocked") return "";
  const where = sandbox.confines ? " The hook ran in a sandbox, which hides the home folder." : "";
  return `One of the skill's hooks blocked this.${where}\n`;
}
