import { SkillError } from "@skillwright/core";
import type { AuditSink } from "@skillwright/core/audit";
import type { FileSystem } from "@skillwright/core/discover";
import type { InstalledCheck } from "@skillwright/core/installed";
import { createNodeFileSystem } from "@skillwright/core/node";
import { combinePolicies, type Policy } from "@skillwright/core/policy";
import { compact, printable } from "@skillwright/core/text";
import { createRecorder } from "../admission/recorder.ts";
import { type Clock, hookClock } from "../clock.ts";
import type { LeaseGuard } from "../lease/open-lease.ts";
import type { AgentName, HookAnswer, HookEvent, ReportedCall } from "./agent-dialect.ts";
import { judgeEvent } from "./judge-event.ts";
import type { FoundSkill, GuardLifetime, SkillQuery } from "./judge-parts.ts";
import { agentHooksLimits } from "./limits.ts";
import { openSessionFile } from "./session-file.ts";
import { findRoot } from "./session-root.ts";
import { verifySkills } from "./verify-skills.ts";

/** What a hook process provides: policies, skills, state folder, audit log. */
export type HookHost = {
  /** Strongest first. */
  readonly policy: readonly Policy[];
  /** Every skill a name may refer to, on a file system that fails after the deadline. */
  readonly findSkills: (query: SkillQuery, fs: FileSystem) => readonly FoundSkill[];
  /** Refuses skills that are not what was installed; required by policies with `verifyAtActivation`. */
  readonly checkInstalled?: InstalledCheck;
  /** State folder of all sessions. */
  readonly folder: string;
  /** Closed when the event has been answered. */
  readonly audit: AuditSink;
  /** What a hub lets be used; everything if absent. */
  readonly lease?: LeaseGuard;
  /** `turn` when absent. */
  readonly lifetime?: GuardLifetime;
  readonly user?: string;
  /** Values that must not reach the log. */
  readonly secrets?: readonly string[];
  readonly home?: string;
  /** Where relative rules start; absent if that is the agent's working directory. */
  readonly project?: string;
  /** Files and folders that the agent must not change, since they hold its settings, policies, log, state and the guard; links resolved. */
  readonly protectedPlaces?: () => readonly string[];
  readonly fs?: FileSystem;
  readonly clock?: Clock;
  /** Milliseconds already spent on the event: starting the process, reading the payload. */
  readonly spentMs?: number;
  /** Waits for the hooks of the calls before this one, for agents that start those of a message at once. */
  readonly awaitTurn?: (call: ReportedCall, deadline: Deadline) => Promise<void>;
};

/** Answers one event of an agent, for a process that ends with it. */
export async function judgeHook(event: HookEvent, agent: AgentName, host: HookHost): Promise<HookAnswer> {
  const { lifetime = "turn", clock = hookClock, fs = createNodeFileSystem(), folder, secrets = [] } = host;
  const policy = combinePolicies(host.policy);
  const required = policy.audit === "required";
  const home = host.home === undefined ? undefined : fs.realPath(host.home);
  const deadline = startDeadline(clock, host.spentMs);
  const timed = deadline.around(fs);
  const session = findRoot(event, { fs: timed, folder, agent });
  if (event.kind === "call") await host.awaitTurn?.(event, deadline);
  const findSkills = (query: SkillQuery): readonly FoundSkill[] => host.findSkills(query, timed);
  const answer = await judgeEvent(event, {
    ...{ agent, policy, lifetime, clock, deadline, fs: timed, findSkills },
    verify: await verifySkills(event, { policy, findSkills, check: host.checkInstalled }),
    ...compact({ home, project: host.project, lease: host.lease }),
    protectedPlaces: host.protectedPlaces ?? (() => []),
    state: openSessionFile({ fs, folder, agent, session, clock }),
    recorder: createRecorder({
      session: `${agent}:${printable(session)}`.slice(0, agentHooksLimits.sessionLabelCharacters),
      ...{ clock, required, secrets, sink: host.audit, emit: () => {} },
      ...compact({ user: host.user }),
    }),
  });
  await closeLog(host.audit, required);
  return answer;
}

/** Closing confirms that the log is written; otherwise its end could be cut off unnoticed. */
async function closeLog(audit: AuditSink, required: boolean): Promise<void> {
  try {
    await audit.close();
  } catch (error) {
    if (required || !(error instanceof SkillError)) throw error;
  }
}

/**
 * The time limit for answering an event. Most agents make the call if their hook takes too long, and a call or
 * repository can make it slow, so the answer after the limit is deny.
 */
export type Deadline = {
  /** Throws `tool-timed-out` after the limit. */
  check(): void;
  /** The same file system, failing after the limit. */
  around(fs: FileSystem): FileSystem;
};

export function startDeadline({ elapsed }: Pick<Clock, "elapsed">, spentMs = 0): Deadline {
  const start = elapsed() - spentMs;
  const check = (): void => {
    if (elapsed() - start <= agentHooksLimits.guardedMs) return;
    throw new SkillError("tool-timed-out", {
      what: `not judged within ${agentHooksLimits.guardedMs / 1000} seconds`,
    });
  };
  const timed =
    <Args extends readonly unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      check();
      return act(...args);
    };
  return {
    check,
    around: (fs) => ({
      stat: timed(fs.stat),
      list: timed(fs.list),
      read: timed(fs.read),
      realPath: timed(fs.realPath),
      write: timed(fs.write),
    }),
  };
}
