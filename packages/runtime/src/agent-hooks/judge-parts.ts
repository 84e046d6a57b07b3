import type { FileSystem } from "@skillwright/core/discover";
import type { ToolPattern } from "@skillwright/core/parse";
import type { CombinedPolicy, DeclaredLimits } from "@skillwright/core/policy";
import type { Recorder } from "../admission/recorder.ts";
import type { Clock } from "../clock.ts";
import type { LeaseGuard } from "../lease/open-lease.ts";
import type { AgentName } from "./agent-dialect.ts";
import type { Deadline } from "./judge-hook.ts";
import type { SessionFile } from "./session-file.ts";
import type { VerifySkills } from "./verify-skills.ts";

/** How long a skill's list applies: until the user's next message, as agents scope it, or until the session ends. */
export type GuardLifetime = "turn" | "session";

/** A skill about to be loaded. */
export type SkillQuery = {
  /** Its name or, for agents that load skills by reading files, its absolute folder. */
  readonly name: string;
  readonly cwd: string;
  /** Whether only this agent's folders count; our own tools load from all of them. */
  readonly reach: "agent" | "everywhere";
};

/** A skill as currently on disk. */
export type FoundSkill = {
  readonly name: string;
  readonly directory: string;
  readonly digest: string;
  /** The version it states. */
  readonly version?: string;
  readonly requestedTools?: readonly ToolPattern[];
  readonly disallowedTools?: readonly ToolPattern[];
  /** What it may do by its own security manifest. */
  readonly declared?: DeclaredLimits;
};

/** What answering a hook event needs. */
export type JudgeParts = {
  readonly agent: AgentName;
  readonly policy: CombinedPolicy;
  readonly lifetime: GuardLifetime;
  /** The active skills of the event's session. */
  readonly state: SessionFile;
  /** Every skill a name may refer to. Throws a `SkillError` if one of them cannot be read. */
  readonly findSkills: (query: SkillQuery) => readonly FoundSkill[];
  readonly verify: VerifySkills;
  readonly recorder: Recorder;
  /** What a hub lets be used. */
  readonly lease?: LeaseGuard;
  readonly clock: Clock;
  /** Fails after the deadline. */
  readonly fs: FileSystem;
  readonly deadline: Deadline;
  readonly home?: string;
  /** Where the project's rules start, if the agent reports it apart from its working directory. */
  readonly project?: string;
  /** Files and folders that the agent must not change, unless a policy allows it. */
  readonly protectedPlaces: () => readonly string[];
};
