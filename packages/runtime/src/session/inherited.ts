import type { PolicyLayer } from "@skillwright/core";
import type { Hook } from "../hooks/read-hooks.ts";
import type { OutputFolders } from "../scripts/output-folders.ts";
import type { AgentKind } from "./agent-kinds.ts";
import type { OpenedSession } from "./open-session.ts";
import type { RunSubagent } from "./session.ts";

/** What a sub-agent's session has from the one that started it. The user's own agent has nothing to inherit. */
export type Inherited = {
  /** Id of the session that started it. */
  readonly parent?: string;
  /** Everything that restricted calls there at that moment. */
  readonly layers: readonly PolicyLayer[];
  /** Hooks of the skills that were active there: what they stop, they stop in sub-agents too. */
  readonly hooks: readonly Hook[];
  /** Ids of the skills that led to it, the outermost first. */
  readonly chain: readonly string[];
  /** Where its scripts write to. */
  readonly outputs?: OutputFolders;
  /** How many sub-agents inside one another this one is; 0 for the user's own agent. */
  readonly depth: number;
};

/** How a session starts sub-agents. */
export type Subagents = {
  readonly run: RunSubagent | undefined;
  readonly kinds: Readonly<Record<string, AgentKind>>;
  /** A session for one, which tells its events here too. */
  readonly open: (inherited: Inherited) => OpenedSession;
  /** Aborted when this session is closed: its sub-agents end with it. */
  readonly closing: AbortSignal;
};
