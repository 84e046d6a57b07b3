import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { HookAgent, HookEventRow, PlacedHook } from "./agent-settings.ts";
import { appendJson, insertJson, jsonEditor, removeJson } from "./edit-json.ts";
import {
  bareLine,
  type GuardCall,
  guardLine,
  isOneCall,
  pardon,
  readGuardLine,
  refusingLine,
} from "./hook-command.ts";
import { planPluginInstall, planPluginUninstall, readPluginStatus } from "./plan-plugin.ts";
import {
  isEmptyText,
  planOf,
  type SettingsFile,
  type SettingsPath,
  type SettingsPlan,
  type SettingsReader,
  type SettingsState,
  unusable,
  valueAt,
} from "./settings-file.ts";

export type HookTarget = {
  readonly agent: HookAgent;
  readonly path: string;
  /** Words that start the running program, which is ours wherever it is installed. */
  readonly command: readonly string[];
};

type Shell = { readonly isUnix: boolean };
export type HookInstall = HookTarget & Pick<GuardCall, "environment" | "program" | "options" | "isUnix">;

/** Adds our hook for every event that the guard needs, and leaves everything else alone. */
export function planHookInstall(install: HookInstall, read: SettingsReader): SettingsPlan {
  const { agent, path } = install;
  const file = { path, text: read(path) };
  const { environment, program, options, isUnix } = install;
  const { projectFolder } = agent;
  const line = guardLine({ environment, program, options, isUnix, projectFolder, agent: agent.id });
  if (agent.plugin) return planPluginInstall({ ...install, plugin: agent.plugin, line }, read);
  const wanted = wantedEntries(agent, line, isUnix);
  if (isSame(findOwnHooks(file, install), wanted)) return [];
  const cleared = removeOwnHooks(file, install);
  const isNew = isEmptyText(cleared);
  if (cleared !== undefined && !isNew) requireFrame({ path, text: cleared }, agent);
  const hooked = wanted.reduce<SettingsFile>(
    (now, { event, entry }) => ({ path, text: appendJson(now, ["hooks", event], entry) }),
    { path, text: cleared },
  );
  const missing = isNew ? Object.entries(agent.frame) : [];
  const whole = missing.reduce(
    (now, [key, value]) => ({ path, text: insertJson(now, [key], value) }),
    hooked,
  );
  return planOf(path, file.text, whole.text);
}

/** Removes our hooks. */
export function planHookUninstall(target: HookTarget, read: SettingsReader): SettingsPlan {
  const { agent, path } = target;
  if (agent.plugin) return planPluginUninstall({ ...target, plugin: agent.plugin }, read);
  const file = { path, text: read(path) };
  return planOf(path, file.text, removeOwnHooks(file, target));
}

export type HookStatus = {
  readonly state: SettingsState;
  /** Command line of our first hook, without what differs between events. */
  readonly line?: string;
  readonly hooks: readonly PlacedHook[];
};

/** The state of our hooks in an agent's settings. */
export function readHookStatus(target: HookTarget & Shell, read: SettingsReader): HookStatus {
  const { agent, path, isUnix } = target;
  if (agent.plugin) return { ...readPluginStatus({ ...target, plugin: agent.plugin }, read), hooks: [] };
  const file = { path, text: read(path) };
  const hooks = findOwnHooks(file, target);
  const [first] = hooks;
  if (first === undefined || file.text === undefined) return { state: "absent", hooks };
  const line = bareLine(first.line);
  if (agent.isOff(jsonEditor.read({ path, text: file.text }))) return { state: "off", line, hooks };
  const isWanted = isSame(hooks, wantedEntries(agent, line, isUnix));
  const isSound = isWanted && isOneCall(line, agent.projectFolder);
  return { state: isSound ? "installed" : "different", line, hooks };
}

type WantedEntry = { readonly event: string; readonly entry: JsonObject };

function wantedEntries(agent: HookAgent, line: string, isUnix: boolean): readonly WantedEntry[] {
  return agent.events.map((row) => ({
    event: row.event,
    entry: agent.entry(row, isUnix ? lineFor(row, agent, line) : line),
  }));
}

function lineFor({ kind }: HookEventRow, agent: HookAgent, line: string): string {
  if (kind === "call") return refusingLine(line);
  return agent.stopsAfterFailure ? line + pardon : line;
}

type OwnHook = PlacedHook & { readonly path: SettingsPath; readonly line: string };

function isSame(own: readonly OwnHook[], wanted: readonly WantedEntry[]): boolean {
  const found = own.map(({ event, entry }) => ({ event, entry }));
  return (
    found.length === wanted.length && wanted.every((one) => found.some((own) => isDeepStrictEqual(own, one)))
  );
}

/** Looks under every event, since other releases may use different ones. */
function findOwnHooks({ path, text }: SettingsFile, target: HookTarget): readonly OwnHook[] {
  const settings = text === undefined ? {} : jsonEditor.read({ path, text });
  const hooks = valueAt(settings, ["hooks"]);
  if (!isJsonObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, list]) => {
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry: unknown, index) => ownIn(entry, { event, index, target }));
  });
}

type EntryPlace = { readonly event: string; readonly index: number; readonly target: HookTarget };

/** A single command, or commands in a group; a group of only our commands is removed whole. */
function ownIn(entry: unknown, { event, index, target }: EntryPlace): readonly OwnHook[] {
  const path = ["hooks", event, index];
  const direct = ownLine(entry, target);
  if (direct !== undefined) return [{ path, event, index, entry, line: direct }];
  const group = valueAt(entry, ["hooks"]);
  if (!Array.isArray(group)) return [];
  const own = group.flatMap((hook: unknown, place) => {
    const line = ownLine(hook, target);
    return line === undefined ? [] : [{ path: [...path, "hooks", place], event, index, entry, line }];
  });
  const [first] = own;
  return first !== undefined && own.length === group.length ? [{ ...first, path }] : own;
}

function ownLine(hook: unknown, { agent, command }: HookTarget): string | undefined {
  const line = valueAt(hook, ["command"]);
  const isOurs = readGuardLine(line, { agent: agent.id, command }) !== undefined;
  return isOurs && typeof line === "string" ? line : undefined;
}

/** Removes from last to first, so that indices stay valid. */
function removeOwnHooks(file: SettingsFile, target: HookTarget): string | undefined {
  const own = findOwnHooks(file, target);
  const rest = own.reduceRight<string | undefined>(
    (text, { path }) => (text === undefined ? text : removeJson({ path: file.path, text }, path)),
    file.text,
  );
  return own.length === 0 || rest === undefined
    ? rest
    : removeFrame({ path: file.path, text: rest }, file, target.agent);
}

/** Removes the required keys too if we created the file: then `hooks` comes before them. */
function removeFrame(
  rest: { readonly path: string; readonly text: string },
  { text = "" }: SettingsFile,
  { frame }: HookAgent,
): string | undefined {
  const keys = Object.keys(frame);
  const [first] = Object.keys(Object(jsonEditor.read({ path: rest.path, text })));
  const isOurs = keys.length > 0 && first === "hooks" && isDeepStrictEqual(jsonEditor.read(rest), frame);
  if (!isOurs) return rest.text;
  return keys.reduce<string | undefined>(
    (text, key) => (text === undefined ? text : removeJson({ path: rest.path, text }, [key])),
    rest.text,
  );
}

function requireFrame(
  file: { readonly path: string; readonly text: string },
  { name, frame }: HookAgent,
): void {
  const settings = jsonEditor.read(file);
  for (const [key, value] of Object.entries(frame))
    if (valueAt(settings, [key]) === undefined)
      throw unusable(
        file,
        0,
        `${name} requires "${key}": ${JSON.stringify(value)} in this file; add it first`,
      );
}
