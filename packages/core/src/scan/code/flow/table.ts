import type { Effect } from "./machine.ts";

export type Rows = readonly (readonly [names: string, effect: Effect])[];

/** A table by name; a row may have several names, separated by spaces, and a prefix for all: `os.path: join exists`. */
export function tableOf(rows: Rows): ReadonlyMap<string, Effect> {
  const table = new Map<string, Effect>();
  for (const [names, effect] of rows) {
    let prefix = "";
    for (const name of names.split(/\s+/)) {
      if (name.endsWith(":")) prefix = name === ":" ? "" : `${name.slice(0, -1)}.`;
      else if (name !== "") table.set(prefix + name, effect);
    }
  }
  return table;
}

/** Known values of environment variables that stand for folders. */
export const folderVariables: ReadonlyMap<string, string> = new Map([
  ["HOME", "~"],
  ["USERPROFILE", "~"],
  ["HOMEPATH", "~"],
  ["APPDATA", "~/AppData/Roaming"],
  ["LOCALAPPDATA", "~/AppData/Local"],
  ["XDG_CONFIG_HOME", "~/.config"],
  ["XDG_DATA_HOME", "~/.local/share"],
  ["CLAUDE_CONFIG_DIR", "~/.claude"],
  ["CODEX_HOME", "~/.codex"],
]);
