import type { JsonObject } from "@skillwright/core/text";
import type { Assertion } from "../trials/assertion.ts";

/** Document c's test scenario: tasks for an agent that has the skill, and what must come of them. */
export type Scenario = {
  readonly name: string;
  readonly description?: string;
  readonly cases: readonly ScenarioCase[];
};

/** One task. What a scenario says of all its cases is in each of them. */
export type ScenarioCase = {
  readonly name: string;
  /** What the agent is asked. */
  readonly input: string;
  readonly assertions: readonly Assertion[];
  /** In words, for a judge. */
  readonly expectedBehavior?: string;
  /** In words, for a judge; what the hub's flat shape has instead of assertions. */
  readonly expectedOutput?: string;
  /** The scenario's and its own, each once. */
  readonly tags: readonly string[];
  /** Fixtures that are in the agent's folder, by their paths inside the skill. */
  readonly files: readonly string[];
  /** What tools answer instead of working; the first that fits a call counts. */
  readonly tools: readonly ToolAnswer[];
  /** What a scripted model says, turn by turn; absent where a model is asked. */
  readonly turns?: readonly ScriptedTurn[];
  /** Whether the skill is active from the start; otherwise the agent must choose it. True when nothing is said. */
  readonly activate: boolean;
  readonly timeoutSeconds?: number;
  readonly maxSteps?: number;
};

/** An answer that stands in for a tool's work. */
export type ToolAnswer = {
  readonly tool: string;
  /** Fields of the call's input, and a text that each must contain; absent for every call. */
  readonly when?: Readonly<Record<string, string>>;
  readonly output: string | JsonObject;
  /** Whether the tool is to have failed, with the output as the reason. */
  readonly fails: boolean;
  readonly description?: string;
};

/** One answer of a scripted model. */
export type ScriptedTurn = { readonly text?: string; readonly calls: readonly ScriptedCall[] };

type ScriptedCall = { readonly tool: string; readonly input: JsonObject };
