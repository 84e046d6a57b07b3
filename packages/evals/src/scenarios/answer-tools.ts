import { canonicalTool } from "@skillwright/core/policy";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { StandIns, Tool } from "@skillwright/runtime";
import { defineFunction, failed, skillToolDefinitions, succeeded, toEnvelope } from "@skillwright/runtime";
import type { ToolAnswer } from "./scenario.ts";

/** A scenario's predefined tool answers. */
export type AnsweredTools = {
  /** For tools the agent has; they run normally when no answer matches. */
  readonly standIns: StandIns;
  /** Tools that exist only in the scenario; they fail when no answer matches. */
  readonly functions: readonly Tool[];
};

export function answerTools(answers: readonly ToolAnswer[]): AnsweredTools {
  const foreign = answers.filter(({ tool }) => !isOurs(tool));
  return {
    standIns: (tool, input) => {
      const answer = answers.find((one) => isSame(one.tool, tool) && fits(one, input));
      return answer && toResult(answer, tool, input);
    },
    functions: [...new Set(foreign.map(({ tool }) => tool))].map((tool) =>
      toFunction(
        tool,
        foreign.filter((answer) => answer.tool === tool),
      ),
    ),
  };
}

const agentTools: readonly string[] = ["read", "write", "edit", "glob", "grep", "bash"];
const ourTools = [...agentTools, ...skillToolDefinitions.map(({ name }) => name)];

function isOurs(tool: string): boolean {
  return ourTools.some((name) => isSame(name, tool));
}

/** Agents use different names for the same tool: `Bash`, `run_command`. */
function isSame(one: string, other: string): boolean {
  return one === other || commonName(one) === commonName(other);
}

function commonName(tool: string): string {
  return canonicalTool(tool) ?? tool;
}

function fits({ when = {} }: ToolAnswer, input: unknown): boolean {
  const given = isJsonObject(input) ? input : {};
  return Object.entries(when).every(([key, text]) => {
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    return value !== undefined && (typeof value === "string" ? value : JSON.stringify(value)).includes(text);
  });
}

/** The answer in the format of the tool itself. */
function toResult({ output, fails }: ToolAnswer, tool: string, input: unknown): JsonObject {
  const isProgram = tool === "bash" || tool === "skills_run_script";
  // A failing command is not a failure of its tool.
  if (fails && !isProgram) return toFailure(textOf(output), tool);
  const fields = typeof output === "string" ? toFields(output, { tool, fails, input }) : output;
  const whole = isProgram
    ? { stdout: "", stderr: "", truncated: false, ...toCode(tool, fails), ...fields }
    : fields;
  return agentTools.includes(tool) ? succeeded(whole, 0) : toEnvelope(tool, { data: whole });
}

function toFailure(error: string, tool: string): JsonObject {
  if (agentTools.includes(tool)) return failed(error, 0);
  return toEnvelope(tool, { errors: [{ code: "INTERNAL_ERROR", message: error }] });
}

function toCode(tool: string, fails: boolean): JsonObject {
  return { [tool === "bash" ? "return_code" : "exit_code"]: fails ? 1 : 0 };
}

type Called = { readonly tool: string; readonly fails: boolean; readonly input: unknown };

function toFields(text: string, { tool, fails, input }: Called): JsonObject {
  if (tool === "bash" || tool === "skills_run_script") return { [fails ? "stderr" : "stdout"]: text };
  if (tool !== "read") return { content: text };
  const lines = text.replace(/\n$/, "").split("\n").length;
  const { path = "" } = isJsonObject(input) ? input : {};
  return {
    path,
    encoding: "utf-8",
    content: text,
    start_line: 1,
    end_line: lines,
    total_lines: lines,
    truncated: false,
  };
}

function textOf(output: ToolAnswer["output"]): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}

function toFunction(name: string, answers: readonly ToolAnswer[]): Tool {
  const keys = new Set(answers.flatMap(({ when = {} }) => Object.keys(when)));
  const properties = Object.fromEntries([...keys].map((key) => [key, {}]));
  const description = answers.find((answer) => answer.description !== undefined)?.description;
  return defineFunction({
    name,
    description: description ?? `The tool ${name}.`,
    parameters: { type: "object", properties, additionalProperties: true },
    run: (input) => {
      const answer = answers.find((one) => fits(one, input));
      if (answer === undefined) throw new Error("The scenario defines no answer for this call.");
      if (answer.fails) throw new Error(textOf(answer.output));
      return answer.output;
    },
  });
}
