import { createNodeFileSystem } from "@skillwright/core/node";
import { hookAgents } from "../agents/hook-agents.ts";
import { programOf } from "../agents/hook-command.ts";
import { openAllSettings } from "../agents/open-settings.ts";
import { readHookStatus } from "../agents/plan-hooks.ts";
import { isProgramThere } from "../agents/program-there.ts";
import { reportStatus, statusRow } from "../agents/status-report.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";

/** Shows in which agents the guard's hook is, and whether it can work there. */
export async function runHookStatus(invocation: Invocation, io: Io): Promise<number> {
  const fs = createNodeFileSystem();
  const isUnix = io.place.platform !== "win32";
  const rows = openAllSettings(hookAgents, invocation, io).map(({ agent, scope, path, disk }) =>
    statusRow({ agent, scope, path }, () => {
      const { state, line } = readHookStatus({ agent, path, isUnix }, disk.read);
      if (line === undefined) return { state };
      const isThere = isProgramThere(programOf(line), fs, io.place);
      const found = { state, command: line, isThere };
      return state === "different" ? { ...found, problem: "Install it again, which puts it right." } : found;
    }),
  );
  return reportStatus(rows, invocation, io);
}
