import type { FileSystem } from "@skillwright/core/discover";
import type { Clock } from "@skillwright/runtime";
import type { Sandbox } from "@skillwright/runtime/sandbox";

/** What cases need from the host. */
export type TestHost = {
  /** Required to run anything; pass an unconfined one to run without confinement. */
  readonly sandbox?: Sandbox;
  readonly fs: FileSystem;
  /** The host's variables; cases see only a few of them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Default: the system clock. */
  readonly clock?: Clock;
};

/** What one run of a case needs. */
export type CaseHost = TestHost & {
  readonly sandbox: Sandbox;
  readonly signal?: AbortSignal;
  /** `update` saves the output as the snapshot when everything else passes. Default: `compare`. */
  readonly snapshots?: "compare" | "update";
};
