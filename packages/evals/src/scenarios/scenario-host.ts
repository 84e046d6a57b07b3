import type { Policy } from "@skillwright/core/policy";
import type { AgentModel } from "@skillwright/runtime/agent";
import type { CaseHost, TestHost } from "../testing/case-host.ts";

/** What scenarios need besides what all cases do. */
export type ScenarioHost = TestHost & {
  /** Asked instead of recordings; without one, what is neither scripted nor recorded is skipped. */
  readonly live?: LiveModel;
};

/** A model of a provider. */
export type LiveModel = {
  readonly model: AgentModel;
  /** The model behind a name that a skill asks for. */
  readonly find?: (name: string) => AgentModel | undefined;
  /** Whether what it answers is kept as the case's recording, where the case passes. */
  readonly isRecorded: boolean;
  /** What the agent is held to; a script and a recording do only what is written down. */
  readonly policy?: readonly Policy[];
  /** Values that must appear nowhere, such as the provider's key. */
  readonly secrets?: readonly string[];
};

/** What a single run of a scenario needs. */
export type RunHost = ScenarioHost & Pick<CaseHost, "sandbox" | "signal">;
