import type { JsonObject } from "@skillwright/core/text";
import type { ToolSet } from "ai";
import type { Session } from "../session/session.ts";
import { markGuarded } from "./guarded-by.ts";

export { toolApproval } from "./ai-sdk-approval.ts";
export { type PrepareStepOptions, prepareStep, repairToolCall, unguardedTools } from "./ai-sdk-visibility.ts";
export { wrapTools } from "./ai-sdk-wrap.ts";

type Tool = ToolSet[string];
type Execute = NonNullable<Tool["execute"]>;

/** The session's own tools for `generateText`, `streamText` and agents. Get them again for each user message. */
export async function skillTools(session: Session): Promise<ToolSet> {
  const tools = await session.tools();
  return Object.fromEntries(
    tools.map((tool): [string, Tool] => {
      const execute: Execute = (input, { toolCallId: call, abortSignal: signal }) =>
        tool.call(input, { call, ...(signal === undefined ? {} : { signal }) });
      const inputSchema = toStandardSchema(tool.inputSchema);
      return [
        tool.name,
        { description: tool.description, inputSchema, execute: markGuarded(session, execute) },
      ];
    }),
  );
}

/** A Standard Schema that accepts all input: the tool itself explains what is wrong with it. */
function toStandardSchema(schema: JsonObject): Tool["inputSchema"] {
  const copy = (): Record<string, unknown> => structuredClone({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "skillwright",
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}
