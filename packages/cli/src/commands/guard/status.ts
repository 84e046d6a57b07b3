import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { HookAgent } from "../../agents/agent-settings.ts";
import { jsonEditor } from "../../agents/edit-json.ts";
import { hookAgents } from "../../agents/hook-agents.ts";
import { readGuardLine } from "../../agents/hook-command.ts";
import { findMissingPaths } from "../../agents/named-paths.ts";
import { type OpenSettings, openAllSettings } from "../../agents/open-settings.ts";
import { type HookStatus, readHookStatus } from "../../agents/plan-hooks.ts";
import { findProgramTrouble } from "../../agents/program-trouble.ts";
import { createSettingsDisk } from "../../agents/settings-disk.ts";
import { reportStatus, type StatusRow, statusRow } from "../../agents/status-report.ts";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";

/** Shows which agents have the guard hook, and whether it works. */
export async function runHookStatus(invocation: Invocation, io: Io): Promise<number> {
  const rows = openAllSettings(hookAgents, invocation, io).map((opened) =>
    statusRow(opened, () => lookAt(opened, io)),
  );
  return reportStatus(rows, invocation, io);
}

type Opened = OpenSettings<HookAgent>;
type Look = Omit<StatusRow, "agent" | "scope" | "path">;

function lookAt(opened: Opened, io: Io): Look {
  const { agent, path, disk } = opened;
  const { command, platform } = io.place;
  const found = readHookStatus({ agent, path, command, isUnix: platform !== "win32" }, disk.read);
  const { line } = found;
  if (line === undefined) return { state: found.state };
  const fs = createNodeFileSystem();
  const parts = readGuardLine(line, { agent: agent.id, command });
  const trouble = findProgramTrouble(parts?.program ?? [], fs, io.place);
  const words = { words: parts?.options ?? [], projectFolder: agent.projectFolder, project: io.cwd };
  const { state, problems } = judge(opened, found, { io, fs });
  return {
    ...{ state, command: line, isThere: trouble === undefined },
    problems: [...(trouble === undefined ? [] : [trouble]), ...findMissingPaths(words), ...problems],
  };
}

type Machine = { readonly io: Io; readonly fs: FileSystem };
type Judged = { readonly state: HookStatus["state"]; readonly problems: readonly string[] };

/** Whether the agent actually runs the hook: it may be disabled elsewhere or need the user's consent. */
function judge(opened: Opened, { state, hooks }: HookStatus, { io, fs }: Machine): Judged {
  const { agent, scope, path } = opened;
  if (state === "different")
    return { state, problems: ["Run `skillwright guard install` again to update it."] };
  if (state !== "installed") return { state, problems: [] };
  const here = { project: io.cwd, place: io.place, environment: io.environment };
  const { read } = createSettingsDisk(fs, { scope: "user", project: io.cwd, home: io.place.home });
  const off = agent.switches(here).find((file) => {
    const text = read(file);
    return text !== undefined && agent.isOff(jsonEditor.read({ path: file, text }));
  });
  if (off !== undefined) return { state: "off", problems: [`Disabled in ${off}.`] };
  if (agent.consent === undefined) return { state, problems: [] };
  const file = agent.consent.file(here);
  const asked = {
    hooks,
    paths: [path, fs.realPath(path) ?? path],
    projects: scope === "user" ? [] : [io.cwd, fs.realPath(io.cwd) ?? io.cwd],
  };
  const consent = agent.consent.find(asked, { path: file, text: read(file) });
  if (consent === "trusted") return { state, problems: [] };
  return consent === "off"
    ? { state: "off", problems: [`Disabled in ${file}.`] }
    : { state: "untrusted", problems: [agent.next[scope]] };
}
