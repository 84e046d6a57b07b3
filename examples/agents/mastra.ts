// Guards the tools of a Mastra agent. `@mastra/core` is large, so test-optional/mastra installs it and runs this.
import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { createTool } from "@mastra/core/tools";
import { openCatalog } from "@skillwright/core/node";
import { createSession } from "@skillwright/runtime";
import { prepareStep, skillTools, wrapTools } from "@skillwright/runtime/mastra";
import { z } from "zod";

/** Reviews the project in a folder with this model; returns what its Bash calls returned. */
export async function review(model: MastraModelConfig, folder: string): Promise<readonly unknown[]> {
  const session = createSession({
    catalog: openCatalog({ roots: [`${folder}/examples/skills`] }),
    workspace: folder,
  });
  const answers: unknown[] = [];
  const Bash = createTool({
    id: "Bash",
    description: "Runs a command.",
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => `ran ${command}`,
  });
  const agent = new Agent({
    id: "reviewer",
    name: "reviewer",
    instructions: "Review code.",
    model,
    tools: { ...(await skillTools(session)), ...wrapTools(session, { Bash }) },
  });
  const { toolResults } = await agent.generate("Review the last commits.", {
    maxSteps: 5,
    prepareStep: prepareStep(session),
  });
  for (const { payload } of toolResults) if (payload.toolName === "Bash") answers.push(payload.result);
  await session.close();
  return answers;
}
