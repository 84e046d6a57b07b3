import { createNodeFileSystem } from "@skillwright/core/node";
import { mcpAgents } from "../agents/mcp-agents.ts";
import { openAllSettings } from "../agents/open-settings.ts";
import { readMcpStatus } from "../agents/plan-mcp.ts";
import { isProgramThere } from "../agents/program-there.ts";
import { reportStatus, statusRow } from "../agents/status-report.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { readServerName } from "./mcp-server-flags.ts";

/** Shows which clients know the MCP server, and whether it can be started from there. */
export async function runMcpStatus(invocation: Invocation, io: Io): Promise<number> {
  const fs = createNodeFileSystem();
  const name = readServerName(invocation);
  const rows = openAllSettings(mcpAgents, invocation, io).map(({ agent, scope, path, disk }) =>
    statusRow({ agent, scope, path }, () => {
      const { state, words, kind } = readMcpStatus(
        { agent, path, name, program: io.place.command },
        disk.read,
      );
      if (words.length === 0) return { state };
      const command = words.join(" ");
      if (state === "different") return { state, command, problem: `Another server is called ${name} here.` };
      if (kind === "http") return { state, command };
      return { state, command, isThere: isProgramThere(words.slice(0, words.indexOf("mcp")), fs, io.place) };
    }),
  );
  return reportStatus(rows, invocation, io);
}
