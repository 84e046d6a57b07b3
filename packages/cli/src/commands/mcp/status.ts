import { createNodeFileSystem } from "@skillwright/core/node";
import type { McpAgent } from "../../agents/agent-settings.ts";
import { mcpAgents } from "../../agents/mcp-agents.ts";
import { findMissingPaths } from "../../agents/named-paths.ts";
import { type OpenSettings, openAllSettings } from "../../agents/open-settings.ts";
import { findProgramTrouble } from "../../agents/own-program.ts";
import { readMcpStatus } from "../../agents/plan-mcp.ts";
import { reportStatus, type StatusRow, statusRow } from "../../agents/status-report.ts";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import { readServerName } from "./server-flags.ts";

/** Shows which clients know the MCP server, and whether it can be started from there. */
export async function runMcpStatus(invocation: Invocation, io: Io): Promise<number> {
  return reportStatus(mcpStatusRows(invocation, io), invocation, io);
}

/** The state of the MCP server in the settings of all clients, or of those given by flags. */
export function mcpStatusRows(invocation: Invocation, io: Io): readonly StatusRow[] {
  const name = readServerName(invocation);
  return openAllSettings(mcpAgents, invocation, io).map((opened) =>
    statusRow(opened, () => lookAt(opened, name, io)),
  );
}

function lookAt(
  { agent, path, disk }: OpenSettings<McpAgent>,
  name: string,
  io: Io,
): Omit<StatusRow, "agent" | "scope" | "path"> {
  const target = { agent, path, name, program: io.place.command };
  const { state, words, kind } = readMcpStatus(target, disk.read);
  if (words.length === 0) return { state };
  const command = words.join(" ");
  if (state === "different") return { state, command, problems: [`Another server is called ${name} here.`] };
  if (kind === "http") return { state, command };
  const start = words.indexOf("mcp");
  const trouble = findProgramTrouble(words.slice(0, start), createNodeFileSystem(), io.place);
  const { projectFolder } = agent;
  const missing = findMissingPaths({ words: words.slice(start + 1), projectFolder, project: io.cwd });
  return {
    ...{ state, command, isThere: trouble === undefined },
    problems: [...(trouble === undefined ? [] : [trouble]), ...missing],
  };
}
