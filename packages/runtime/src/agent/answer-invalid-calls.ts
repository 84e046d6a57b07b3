import { limits } from "@skillwright/core";
import { listingLimits } from "@skillwright/core/listing";
import { canonicalTool } from "@skillwright/core/policy";
import { printable, suggest } from "@skillwright/core/text";
import { InvalidToolInputError, type ToolCallRepairFunction, type ToolSet } from "ai";
import { repairToolCall } from "../adapters/ai-sdk.ts";
import type { Session } from "../session/session.ts";
import { skillDefinition } from "../tools/skills/definitions.ts";

/**
 * Answers calls that cannot be made, by call id. Keeps the answers, because the SDK would prefix them. Makes a
 * call that only uses another agent's name for its tool.
 */
export function answerInvalidCalls(
  session: Session,
  tools: ToolSet,
  answers: Map<string, string>,
): ToolCallRepairFunction<ToolSet> {
  const repair = repairToolCall<ToolSet>(session, async ({ toolCall, error }) => {
    throw new Error(
      InvalidToolInputError.isInstance(error)
        ? answerInput(toolCall.toolName, error)
        : answerUnknown(toolCall.toolName, tools),
    );
  });
  return async (options) => {
    const { toolName, toolCallId, input } = options.toolCall;
    const meant = Object.hasOwn(tools, toolName) ? undefined : sameTool(toolName, options.tools);
    if (meant !== undefined) return { ...options.toolCall, toolName: meant };
    const way = Object.hasOwn(tools, toolName) ? undefined : wayToSkill({ session, tools }, toolName, input);
    try {
      if (way !== undefined) throw new Error(way);
      return await repair(options);
    } catch (error) {
      answers.set(toolCallId, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}

/**
 * Skills written for other agents say `Read` for our `read`. There is at most one match: no two offered tools
 * have the same meaning. A tool that the model was not offered is left to the guard, under the name that was
 * called.
 */
function sameTool(name: string, shown: ToolSet): string | undefined {
  const tool = canonicalTool(name);
  return tool === undefined ? undefined : Object.keys(shown).find((one) => canonicalTool(one) === tool);
}

type Place = { readonly session: Session; readonly tools: ToolSet };

/** Models often call a skill as if it were a tool. */
function wayToSkill({ session, tools }: Place, name: string, input: string): string | undefined {
  const skillTool = skillDefinition.name;
  if (!Object.hasOwn(tools, skillTool)) return undefined;
  const skill = session.findSkill(name) ?? session.findSkill(name.replaceAll("_", "-"));
  if (skill === undefined) return undefined;
  const given = /^(?:\{\s*\})?$/.test(input.trim()) ? "" : ' Pass its input in "args", as text.';
  return `'${printable(name)}' is a skill, not a tool. To use it, call the tool ${skillTool} with ${JSON.stringify({ skill })}.${given}`;
}

function answerUnknown(name: string, tools: ToolSet): string {
  const names = Object.keys(tools);
  const near = suggest(name, names);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  const shown = names.slice(0, listingLimits.reportedIds).join(", ");
  const more = names.length > listingLimits.reportedIds ? ", and others" : "";
  const known = names.length === 0 ? "There are no tools." : `There are: ${shown}${more}.`;
  return `There is no tool called '${printable(name.slice(0, limits.detailCharacters))}'.${hint} ${known}`;
}

function answerInput(name: string, error: InvalidToolInputError): string {
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message : error.message;
  // The SDK's message starts with the whole input, which the model knows.
  const end = reason.slice(-limits.detailCharacters);
  return `The input of '${name}' is not the JSON object that the tool takes, so nothing was run: ${printable(end)} Make the call again, with the whole input as one valid JSON object.`;
}
