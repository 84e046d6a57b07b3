import {
  type AuditSink,
  combinePolicies,
  type FileSystem,
  limits,
  type Policy,
  printable,
  SkillError,
} from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type Clock, hookClock } from "../clock.ts";
import { createRecorder } from "../session/recorder.ts";
import type { AgentName, HookAnswer, HookEvent } from "./agent-dialect.ts";
import { startDeadline } from "./deadline.ts";
import { judgeEvent } from "./judge-event.ts";
import type { FoundSkill, GuardLifetime, SkillQuery } from "./judge-parts.ts";
import { openSessionFile } from "./session-file.ts";

/** What the process of a hook brings: whose rules count, where skills and states lie, where to write down what happens. */
export type HookHost = {
  /** The strongest party's first. */
  readonly policy: readonly Policy[];
  /** Every skill that a name may stand for, on a disk that fails once there is no more time. */
  readonly findSkills: (query: SkillQuery, fs: FileSystem) => readonly FoundSkill[];
  /** Where the states of all sessions are kept. */
  readonly folder: string;
  /** Closed by the time the event is judged. */
  readonly audit: AuditSink;
  /** `turn` when absent. */
  readonly lifetime?: GuardLifetime;
  readonly user?: string;
  /** Values that must not get into the log. */
  readonly secrets?: readonly string[];
  readonly home?: string;
  /** Where relative rules begin; absent where that is the folder that the agent works in. */
  readonly project?: string;
  /** A folder that no file tool of the agent may change, since it holds what the agent is judged by. */
  readonly ownFolder?: string;
  readonly fs?: FileSystem;
  readonly clock?: Clock;
};

/** Judges one event of an agent, for a process that ends with it. */
export async function judgeHook(event: HookEvent, agent: AgentName, host: HookHost): Promise<HookAnswer> {
  const { lifetime = "turn", clock = hookClock, fs = createNodeFileSystem(), folder, secrets = [] } = host;
  const policy = combinePolicies(host.policy);
  const required = policy.audit === "required";
  const home = host.home === undefined ? undefined : fs.realPath(host.home);
  const { session } = event;
  const deadline = startDeadline(clock);
  const timed = deadline.around(fs);
  const answer = await judgeEvent(event, {
    ...{ agent, policy, lifetime, clock, deadline, fs: timed },
    findSkills: (query) => host.findSkills(query, timed),
    ...(home === undefined ? {} : { home }),
    ...(host.project === undefined ? {} : { project: host.project }),
    ...(host.ownFolder === undefined ? {} : { ownFolder: host.ownFolder }),
    state: openSessionFile({ fs, folder, agent, session, clock }),
    recorder: createRecorder({
      session: `${agent}:${printable(session)}`.slice(0, limits.sessionLabelCharacters),
      ...{ clock, required, secrets, sink: host.audit, emit: () => {} },
      ...(host.user === undefined ? {} : { user: host.user }),
    }),
  });
  await closeLog(host.audit, required);
  return answer;
}

/** What is written must also be known to be written, or its end could be cut off unnoticed. */
async function closeLog(audit: AuditSink, required: boolean): Promise<void> {
  try {
    await audit.close();
  } catch (error) {
    if (required || !(error instanceof SkillError)) throw error;
  }
}
