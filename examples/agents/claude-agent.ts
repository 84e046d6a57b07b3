// Guards Claude Code through the Claude Agent SDK. It is large, so test-optional/claude-agent installs it and runs this.
import { createSdkMcpServer, type Options, query } from "@anthropic-ai/claude-agent-sdk";
import { openCatalog } from "@skillwright/core/node";
import { createSession } from "@skillwright/runtime";
import { hooks, serverName, skillTools } from "@skillwright/runtime/claude-agent";

/** Sends one prompt to Claude Code, with every tool call behind the session's guard. */
export async function ask(prompt: string, options: Options & { cwd: string }): Promise<void> {
  const session = createSession({
    catalog: openCatalog({ roots: [`${options.cwd}/.claude/skills`] }),
    workspace: options.cwd,
  });
  const server = createSdkMcpServer({ name: serverName, tools: await skillTools(session) });
  const run = query({
    prompt,
    options: { ...options, hooks: hooks(session), mcpServers: { [serverName]: server } },
  });
  for await (const message of run) if (message.type === "result") console.log(message.subtype);
  await session.close();
}
