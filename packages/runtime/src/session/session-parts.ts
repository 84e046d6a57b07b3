import type { Catalog } from "@skillwright/core/catalog";
import type { ToolRequest } from "@skillwright/core/policy";
import type { Approvals } from "../admission/approvals.ts";
import type { Recorder } from "../admission/recorder.ts";
import type { Clock } from "../clock.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { OutputFolders } from "../scripts/output-folders.ts";
import type { Drafts } from "../tools/authoring/drafts.ts";
import type { ActiveSkills } from "./active-skills.ts";
import type { CallHooks } from "./call-hooks.ts";
import type { Inherited, Subagents } from "./inherited.ts";
import type { Queue } from "./queue.ts";
import type { SessionSettings, StandIns } from "./session-options.ts";

/** What the stages of a session share. */
export type SessionParts = {
  readonly id: string;
  readonly user: string | undefined;
  readonly catalog: Catalog;
  readonly settings: SessionSettings;
  readonly queue: Queue;
  readonly active: ActiveSkills;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly hooks: CallHooks;
  readonly approvals: Approvals;
  readonly sandbox: Sandbox | undefined;
  /** New skills being written; undefined if agents may not write any. */
  readonly drafts: Drafts | undefined;
  /** Where scripts write; a sub-agent's folders are its parent's, which may read what its answer names. */
  readonly outputs: OutputFolders;
  readonly standIns: StandIns;
  readonly subagents: Subagents;
  readonly inherited: Inherited;
  readonly toRequest: (tool: string, input: unknown) => ToolRequest;
};
