import type { PolicyLayer } from "@skillwright/core/policy";
import type { Hook } from "../hooks/read-hooks.ts";
import type { OutputFolders } from "../scripts/output-folders.ts";
import type { AgentKind } from "./agent-kinds.ts";
import type { OpenedSession } from "./open-session.ts";
import type { RunSubagent } from "./session.ts";

/** What a sub-agent's session inherits from the one that started it. The user's own agent inherits nothing. */
export type Inherited = {
  /** Id of the parent session. */
  readonly parent?: string;
  /** All layers that restricted calls there at that moment. */
  readonly layers: readonly PolicyLayer[];
  /** Hooks of the skills active there; they apply to sub-agents too. */
  readonly hooks: readonly Hook[];
  /** Ids of the skills that led to it, outermost first. */
  readonly chain: readonly string[];
  /** Where its scripts write. */
  readonly outputs?: OutputFolders;
  /** Nesting depth of sub-agents; 0 for the user's own agent. */
  readonly depth: number;
};

/** How a session starts sub-agents. */
export type Subagents = {
  readonly run: RunSubagent | undefined;
  readonly kinds: Readonly<Record<string, AgentKind>>;
  /** Opens a session for one, which also reports its events here. */
  readonly open: (inherited: Inherited) => OpenedSession;
  /** Aborted when this session closes: its sub-agents end with it. */
  readonly closing: AbortSignal;
};
