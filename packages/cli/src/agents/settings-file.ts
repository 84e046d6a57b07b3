import { SkillError } from "@skillwright/core";
import { createLineIndex, isJsonObject } from "@skillwright/core/text";

/** An agent's settings file; its text is undefined if it does not exist. */
export type SettingsFile = { readonly path: string; readonly text: string | undefined };

/** A settings file that exists. */
export type SettingsText = { readonly path: string; readonly text: string };

/** Keys of objects and indices of lists, outermost first. */
export type SettingsPath = readonly (string | number)[];

/**
 * Edits files of one syntax. Everything else stays byte for byte, and removing what was inserted restores the exact text. A file
 * that cannot be edited this way is refused with `settings-unusable`.
 */
export type SettingsEditor = {
  /** The parsed content. */
  read(file: SettingsText): unknown;
  /** Inserts an object under a key that does not exist yet. */
  insert(file: SettingsFile, path: readonly string[], value: object): string;
  /** Removes it with any containers created for it; undefined if nothing is left. */
  remove(file: SettingsText, path: readonly string[]): string | undefined;
};

/** Whether a file is missing or empty; editors and agents create empty ones without meaning. */
export function isEmptyText(text: string | undefined): boolean {
  return text === undefined || text.replace(/^\uFEFF/, "").trim() === "";
}

/** The error for a file that cannot be edited; the reason follows the location and says what to do. */
export function unusable({ path, text }: SettingsText, offset: number, reason: string): SkillError {
  const { line } = createLineIndex(text).positionAt(offset);
  return new SkillError("settings-unusable", { path, line, reason });
}

/** The value at a path in parsed settings, if any. */
export function valueAt(settings: unknown, path: SettingsPath): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, settings);
}

/** Wraps a value in one object per key. */
export function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

/** A file's text before and after; undefined if it does not exist. */
export type SettingsChange = {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** Changes to write; empty if there is nothing to do. */
export type SettingsPlan = readonly SettingsChange[];

/** Reads a settings file; undefined if it does not exist. */
export type SettingsReader = (path: string) => string | undefined;

/** State of our entry in an agent's settings. */
export type SettingsState =
  | "installed"
  | "absent"
  /** Ours but outdated, or a foreign entry of the same name. */
  | "different"
  /** Present, but hooks are disabled. */
  | "off"
  /** Present, but the user has not agreed to it yet, so the agent skips it. */
  | "untrusted";

/** A plan of at most one change. */
export function planOf(path: string, before: string | undefined, after: string | undefined): SettingsPlan {
  return before === after ? [] : [{ path, before, after }];
}
