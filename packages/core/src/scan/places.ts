import { type PlaceKind, placeRows } from "./place-table.ts";

export type { PlaceKind } from "./place-table.ts";

/** `path` with `~`, `$HOME`, `%USERPROFILE%` and `/home/NAME` alike, slashes either way. */
export function classifyPlace(path: string): PlaceKind | undefined {
  const plain = normalizePath(path);
  if (plain === "") return undefined;
  return placeRows.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** Longer paths are cut: nothing after this decides what a place is. */
const longestPath = 1024;

/** One spelling for the home folder and for slashes; bounded, since paths come from foreign text. */
export function normalizePath(path: string): string {
  const plain = path
    .slice(0, longestPath)
    .trim()
    .replace(/^(?:file:\/\/|[@"'])/, "")
    .replace(/["']$/, "");
  return withKnownFolders(plain.replaceAll("\\ ", " ").replaceAll("\\", "/"))
    .replace(/\/{2,8}/g, "/")
    .replace(/(?:\/\.)+(?=\/|$)/g, "");
}

function withKnownFolders(path: string): string {
  for (const [pattern, folder] of knownFolders) if (pattern.test(path)) return path.replace(pattern, folder);
  return path;
}

/** How shells, Windows and programs spell folders; every spelling starts the path. */
const knownFolders: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:\$\{?HOME\}?|\$\{HOME:-[^}]{0,60}\}|~[\w.-]{0,32}|%USERPROFILE%|%HOMEPATH%|%HOMEDRIVE%%HOMEPATH%|\$\{?env:(?:USERPROFILE|HOME|HOMEPATH)\}?|\/root|\/var\/root|\/(?:home|Users)\/(?:[^/]{1,64})|[A-Za-z]:\/Users\/[^/]{1,64}|\/mnt\/[a-z]\/Users\/[^/]{1,64}|\{(?:home|HOME|home_dir)\})(?=\/|$)/i,
    "~",
  ],
  [/^(?:%APPDATA%|\$\{?env:APPDATA\}?)(?=\/|$)/i, "~/AppData/Roaming"],
  [/^(?:%LOCALAPPDATA%|\$\{?env:LOCALAPPDATA\}?)(?=\/|$)/i, "~/AppData/Local"],
  [/^(?:%PROGRAMDATA%|\$\{?env:ProgramData\}?)(?=\/|$)/i, "C:/ProgramData"],
  [/^(?:%SYSTEMROOT%|%WINDIR%|\$\{?env:(?:SystemRoot|WINDIR)\}?)(?=\/|$)/i, "C:/Windows"],
  [/^(?:\$\{?XDG_CONFIG_HOME\}?|\$\{XDG_CONFIG_HOME:-[^}]{0,60}\})(?=\/|$)/, "~/.config"],
  [/^(?:\$\{?XDG_DATA_HOME\}?|\$\{XDG_DATA_HOME:-[^}]{0,60}\})(?=\/|$)/, "~/.local/share"],
  [/^(?:\$\{?CLAUDE_CONFIG_DIR\}?|\$\{CLAUDE_CONFIG_DIR:-[^}]{0,60}\})(?=\/|$)/, "~/.claude"],
  [/^(?:\$\{?CODEX_HOME\}?|\$\{CODEX_HOME:-[^}]{0,60}\})(?=\/|$)/, "~/.codex"],
  [/^(?:\$\{?TMPDIR\}?|%TE?MP%|\$\{?env:TE?MP\}?)(?=\/|$)/i, "/tmp"],
];
