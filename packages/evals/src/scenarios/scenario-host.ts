import type { Policy } from "@skillwright/core/policy";
import type { AgentModel } from "@skillwright/runtime/agent";
import type { CaseHost, TestHost } from "../testing/case-host.ts";

/** What scenarios need beyond `TestHost`. */
export type ScenarioHost = TestHost & {
  /** Used instead of recordings; without it, cases that are neither scripted nor recorded are skipped. */
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
  /** Values that must not appear anywhere, such as the provider's key. */
  readonly secrets?: readonly string[];
};

/** What one run of a scenario needs. */
export type RunHost = ScenarioHost & Pick<CaseHost, "sandbox" | "signal">;
