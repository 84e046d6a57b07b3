import type { Catalog } from "@skillwright/core/catalog";
import type { InstalledCheck } from "@skillwright/core/installed";
import type { PolicyLayer, ToolRequest } from "@skillwright/core/policy";
import type { Approvals } from "../admission/approvals.ts";
import type { Recorder } from "../admission/recorder.ts";
import type { Clock } from "../clock.ts";
import type { Hook } from "../hooks/read-hooks.ts";
import type { LeaseGuard, UsedSkill } from "../lease/open-lease.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { OutputFolders } from "../scripts/script-output.ts";
import type { Drafts } from "../tools/authoring/drafts.ts";
import type { ActiveSkills } from "./active-skills.ts";
import type { AgentKind } from "./agent-kinds.ts";
import type { CallHooks } from "./call-hooks.ts";
import type { Order } from "./create-order.ts";
import type { OpenedSession } from "./open-session.ts";
import type { RunSubagent } from "./session.ts";
import type { SessionSettings, StandIns } from "./session-options.ts";

/** What the stages of a session share. */
export type SessionParts = {
  readonly id: string;
  readonly user: string | undefined;
  readonly catalog: Catalog;
  /** The catalog without what a hub does not permit: what models see and read. */
  readonly offered: Catalog;
  readonly settings: SessionSettings;
  readonly order: Order;
  readonly active: ActiveSkills;
  readonly recorder: Recorder;
  readonly lease: LeaseGuard | undefined;
  readonly clock: Clock;
  readonly hooks: CallHooks;
  readonly approvals: Approvals;
  readonly sandbox: Sandbox | undefined;
  /** New skills being written; undefined if agents may not write any. */
  readonly drafts: Drafts | undefined;
  /** Where scripts write; a sub-agent's folders are its parent's, which may read what its answer names. */
  readonly outputs: OutputFolders;
  readonly standIns: StandIns;
  /** Refuses skills that are not what was installed; undefined if no policy demands it. */
  readonly checkInstalled: InstalledCheck | undefined;
  readonly subagents: Subagents;
  readonly inherited: Inherited;
  readonly toRequest: (tool: string, input: unknown) => ToolRequest;
};

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
  /** The skills active there: once one of them is revoked, nothing runs here either. */
  readonly used: readonly UsedSkill[];
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
