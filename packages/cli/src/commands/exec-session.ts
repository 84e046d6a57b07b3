import { type LoadedEntry, limits, type Policy } from "@skillwright/core";
import {
  createJsonlSink,
  createSession,
  execScript,
  type Guarded,
  type Sandbox,
  type ScriptRun,
  type Session,
  type SessionOptions,
} from "@skillwright/runtime";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { secretsOf } from "../models/secrets-of.ts";
import { createProgramOutput } from "../terminal/program-output.ts";
import { createExecApprover } from "./exec-approver.ts";
import type { ExecOptions } from "./exec-options.ts";
import { reportRun } from "./exec-report.ts";
import { openExecSandbox } from "./exec-sandbox.ts";
import type { OpenedCatalog } from "./open-catalog.ts";

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
  const sandbox = await openExecSandbox(work.options, io);
  const approver = createExecApprover(work.options, io);
  const audit = createJsonlSink({ path: `${io.place.dataFolder}/audit.jsonl` });
  let running: Promise<Guarded<ScriptRun>> | undefined;
  const start = (session: Session): Promise<Guarded<ScriptRun>> => {
    running = exec(session, { work, sandbox }, io);
    return running;
  };
  const session = createSession({
    ...sessionOptions(work, io),
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
      return await refuse(activation, approver.hint(), io);
    const guarded = await (running ?? start(session));
    return guarded.ok
      ? await reportRun(guarded.value, work, io)
      : await refuse(guarded.denial, approver.hint(), io);
  } finally {
    await session.close();
    await audit.close();
  }
}

function sessionOptions({ entry, policies, opened }: ExecWork, io: Io): SessionOptions {
  const { catalog, fs } = opened;
  const user = io.environment.USER ?? io.environment.LOGNAME;
  const { agent } = entry.manifest;
  return {
    catalog,
    fs,
    workspace: io.cwd,
    home: io.place.home,
    policy: policies,
    environment: io.environment,
    secrets: secretsOf(io.environment),
    ...(agent === undefined ? {} : { agents: { [agent]: {} } }),
    ...(user === undefined ? {} : { user }),
  };
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
    outputBytes: limits.execOutputBytes,
    ...(options.json ? {} : { onOutput: output.hear }),
    ...(io.terminal.piped ? { stdin: io.stream(undefined) } : {}),
  };
  const guarded = await execScript(
    { name: entry.skill.id, script, args, stream, signal: io.signal() },
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

type Refusal = { readonly text: string; readonly code?: string };

async function refuse({ text, code }: Refusal, hint: string, io: Io): Promise<number> {
  await io.err(`skillwright exec: ${text}\n${hint}`);
  return code === "audit-unavailable" ? exitCode.environment : exitCode.refused;
}
