import type { FileSystem } from "@skillwright/core/discover";
import type { Clock } from "@skillwright/runtime";
import type { Sandbox } from "@skillwright/runtime/sandbox";

/** What cases need of the machine that they run on. */
export type TestHost = {
  /** Without one nothing runs; whoever wants to go without passes one that does not confine. */
  readonly sandbox?: Sandbox;
  readonly fs: FileSystem;
  /** The host's variables; all but a few are kept from cases. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The system's when absent. */
  readonly clock?: Clock;
};

/** What a single run of a case needs. */
export type CaseHost = TestHost & {
  readonly sandbox: Sandbox;
  readonly signal?: AbortSignal;
  /** `update` keeps what a case writes now as its snapshot, where all else is right; `compare` when absent. */
  readonly snapshots?: "compare" | "update";
};
