import type { JsonObject } from "@skillwright/core/text";
import type { Assertion } from "../trials/judge-assertion.ts";
import type { ModelTurn } from "../turns/model-turn.ts";

/** OmniForge's test scenario: tasks for an agent that has the skill, and the expected results. */
export type Scenario = {
  readonly name: string;
  readonly description?: string;
  readonly cases: readonly ScenarioCase[];
};

/** One task, with the settings of its scenario applied. */
export type ScenarioCase = {
  readonly name: string;
  /** The task for the agent. */
  readonly input: string;
  readonly assertions: readonly Assertion[];
  /** A description for a judge. */
  readonly expectedBehavior?: string;
  /** A description for a judge; the hub's flat shape has it instead of assertions. */
  readonly expectedOutput?: string;
  /** The tags of the scenario and of the case, without duplicates. */
  readonly tags: readonly string[];
  /** Fixtures for the agent's folder, by their paths in the skill. */
  readonly files: readonly string[];
  /** Predefined answers in place of tools; the first match wins. */
  readonly tools: readonly ToolAnswer[];
  /** The turns of a scripted model; absent to use a real or recorded one. */
  readonly turns?: readonly ModelTurn[];
  /** Whether the skill is active from the start, or the agent must choose it. Default: true. */
  readonly activate: boolean;
  readonly timeoutSeconds?: number;
  readonly maxSteps?: number;
};

/** A predefined answer of a tool. */
export type ToolAnswer = {
  readonly tool: string;
  /** Text that each of these input fields must contain; absent to match every call. */
  readonly when?: Readonly<Record<string, string>>;
  readonly output: string | JsonObject;
  /** Whether the call fails, with the output as the reason. */
  readonly fails: boolean;
  readonly description?: string;
};
