import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { InstalledOptions } from "@skillwright/core/installed";
import type { Policy } from "@skillwright/core/policy";
import type { Clock } from "@skillwright/runtime";
import type { AgentModel } from "@skillwright/runtime/agent";
import type { Sandbox } from "@skillwright/runtime/sandbox";

/** What cases and scenarios need from the host. */
export type TestHost = {
  /** Required to run anything; pass an unconfined one to run without confinement. */
  readonly sandbox?: Sandbox;
  readonly fs: FileSystem;
  /** The host's variables; cases see only a few of them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** `update` saves the output as the snapshot when everything else passes. Default: `compare`. */
  readonly snapshots?: "compare" | "update";
  /** Used instead of recordings; without it, scenarios that are neither scripted nor recorded are skipped. */
  readonly live?: LiveModel;
};

export type LiveModel = {
  readonly model: AgentModel;
  /** Resolves a model that a skill asks for by name. */
  readonly find?: (name: string) => AgentModel | undefined;
  /** Whether to save its answers as the case's recording when the case passes. */
  readonly isRecorded: boolean;
  /** Policies for the agent; scripts and recordings only do what is written down. */
  readonly policy?: readonly Policy[];
  /** What policies need to verify installed skills. */
  readonly installed?: InstalledOptions;
  /** Values that must not appear anywhere, such as the provider's key. */
  readonly secrets?: readonly string[];
};

/** The host of one run. */
export type CaseHost = TestHost & { readonly sandbox: Sandbox; readonly signal?: AbortSignal };

/** Throws a `SkillError` when there is no sandbox. */
export function requireSandbox(host: TestHost): CaseHost {
  const { sandbox } = host;
  if (sandbox) return { ...host, sandbox };
  throw new SkillError("sandbox-missing", {
    reason: "running tests requires one",
    advice: "To run them without a sandbox, pass --no-sandbox, or createUnconfinedSandbox() in a program.",
  });
}
