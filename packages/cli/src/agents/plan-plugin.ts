import type { HookAgent } from "./agent-settings.ts";
import { bareLine, isOneCall, readGuardLine, refusingLine } from "./hook-command.ts";
import {
  isEmptyText,
  planOf,
  type SettingsPlan,
  type SettingsReader,
  type SettingsState,
  unusable,
} from "./settings-file.ts";

/** A plugin file of ours, for an agent that asks plugins instead of hooks. */
export type PluginTarget = {
  readonly agent: HookAgent;
  readonly plugin: NonNullable<HookAgent["plugin"]>;
  readonly path: string;
  readonly command: readonly string[];
};

/** Writes the plugin with this command line; refuses to replace a file that is not ours. */
export function planPluginInstall(
  target: PluginTarget & { readonly line: string; readonly isUnix: boolean },
  read: SettingsReader,
): SettingsPlan {
  const { plugin, path, line, isUnix } = target;
  const text = read(path);
  if (text !== undefined && !isEmptyText(text) && findLine(target, text) === undefined)
    throw unusable({ path, text }, 0, "it is not the guard's plugin; rename or remove it first");
  return planOf(path, text, plugin.write(isUnix ? refusingLine(line) : line));
}

/** Removes the plugin; a file that is not ours stays. */
export function planPluginUninstall(target: PluginTarget, read: SettingsReader): SettingsPlan {
  const text = read(target.path);
  const isOurs = text !== undefined && findLine(target, text) !== undefined;
  return isOurs ? planOf(target.path, text, undefined) : [];
}

/** The state of the plugin, and its command line without the limits around it. */
export function readPluginStatus(
  target: PluginTarget & { readonly isUnix: boolean },
  read: SettingsReader,
): { readonly state: SettingsState; readonly line?: string } {
  const text = read(target.path);
  const found = text === undefined ? undefined : findLine(target, text);
  if (found === undefined) return { state: "absent" };
  const line = bareLine(found);
  const isWanted = text === target.plugin.write(target.isUnix ? refusingLine(line) : line);
  return { state: isWanted && isOneCall(line, target.agent.projectFolder) ? "installed" : "different", line };
}

function findLine({ agent, plugin, command }: PluginTarget, text: string): string | undefined {
  const line = plugin.lineIn(text);
  return readGuardLine(line, { agent: agent.id, command }) === undefined ? undefined : line;
}
