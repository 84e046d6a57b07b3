import type { CombinedPolicy, FileSystem, ToolPattern } from "@skillwright/core";
import type { Clock } from "../clock.ts";
import type { Recorder } from "../session/recorder.ts";
import type { AgentName } from "./agent-dialect.ts";
import type { Deadline } from "./deadline.ts";
import type { SessionFile } from "./session-file.ts";

/** How long a skill's list counts: until the user's next message, as agents scope it, or until the session ends. */
export type GuardLifetime = "turn" | "session";

/** A skill that somebody is about to load. */
export type SkillQuery = {
  /** Its name or, where an agent loads skills by reading their files, its absolute folder. */
  readonly name: string;
  readonly cwd: string;
  /** Whether only folders of this agent count; our own tools load from everybody's. */
  readonly reach: "agent" | "everywhere";
};

/** A skill as it is on the disk now. */
export type FoundSkill = {
  readonly name: string;
  readonly directory: string;
  readonly digest: string;
  readonly requestedTools?: readonly ToolPattern[];
  readonly disallowedTools?: readonly ToolPattern[];
};

/** What it takes to judge what an agent tells its hook. */
export type JudgeParts = {
  readonly agent: AgentName;
  readonly policy: CombinedPolicy;
  readonly lifetime: GuardLifetime;
  /** Which skills are active in the session that the event is of. */
  readonly state: SessionFile;
  /** Every skill that a name may stand for. Fails with a `SkillError` when one of them cannot be read. */
  readonly findSkills: (query: SkillQuery) => readonly FoundSkill[];
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** Fails once the deadline is over. */
  readonly fs: FileSystem;
  readonly deadline: Deadline;
  readonly home?: string;
  /** Where the rules of the project begin, when the agent tells it apart from the folder that it works in. */
  readonly project?: string;
  /** What no file tool of an agent may change. */
  readonly ownFolder?: string;
};
