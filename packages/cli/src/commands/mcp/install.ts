import { createNodeFileSystem } from "@skillwright/core/node";
import { reportChange } from "../../agents/change-report.ts";
import { mcpAgents } from "../../agents/mcp-agents.ts";
import { openSettings } from "../../agents/open-settings.ts";
import { ownProgram, programNotes } from "../../agents/own-program.ts";
import { planMcpInstall, planMcpUninstall } from "../../agents/plan-mcp.ts";

import type { Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { openPolicies } from "../../session/open-policies.ts";
import { readServer, readServerElsewhere, readServerName } from "./server-flags.ts";

/** Registers the MCP server in a client's settings. */
export async function runMcpInstall(invocation: Invocation, io: Io): Promise<number> {
  const name = readServerName(invocation);
  const { agent, scope, path, disk } = openSettings(mcpAgents, invocation, io);
  const fs = createNodeFileSystem();
  const program = ownProgram(scope, io.place, fs);
  const server = readServer(invocation, { agent, scope, path, program }, io);
  // An unreadable file would prevent the server from starting.
  if (server.kind === "stdio") await openPolicies(invocation, io);
  const plan = planMcpInstall({ agent, path, name, server, program: io.place.command }, disk.read);
  if (!invocation.flag("dry-run")) disk.apply(plan);
  const variable = server.kind === "http" ? server.tokenVariable : undefined;
  const notes = [
    agent.next[scope],
    ...(variable === undefined
      ? []
      : [`It sends the token in ${variable}, which must be set where it runs.`]),
    ...(server.kind === "stdio" ? programNotes(program, fs, io.place) : []),
    ...(scope === "project" && io.environment.SKILLWRIGHT_HOME
      ? ["SKILLWRIGHT_HOME is set here, and is not written into settings that others share."]
      : []),
  ];
  const words = {
    done: `registered the server ${name}`,
    already: `the server ${name} is already registered`,
  };
  await reportChange({ agent, scope, path, plan, notes, ...words }, invocation, io);
  return exitCode.ok;
}

/** Takes the server out again. */
export async function runMcpUninstall(invocation: Invocation, io: Io): Promise<number> {
  const name = readServerName(invocation);
  const { agent, scope, path, disk } = openSettings(mcpAgents, invocation, io);
  const server = readServerElsewhere(invocation, agent);
  const plan = planMcpUninstall({ agent, path, name, program: io.place.command, server }, disk.read);
  if (!invocation.flag("dry-run")) disk.apply(plan);
  const words = { done: `removed the server ${name}`, already: `there is no server ${name}` };
  await reportChange({ agent, scope, path, plan, notes: [], ...words }, invocation, io);
  return exitCode.ok;
}
