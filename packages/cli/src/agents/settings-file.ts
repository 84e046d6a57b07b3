import { SkillError } from "@skillwright/core";
import { createLineIndex, isJsonObject } from "@skillwright/core/text";

/** A file with an agent's settings; its text is undefined when there is none. */
export type SettingsFile = { readonly path: string; readonly text: string | undefined };

/** One that is there. */
export type SettingsText = { readonly path: string; readonly text: string };

/** Keys of objects and places in lists, from the outside to the inside. */
export type SettingsPath = readonly (string | number)[];

/**
 * How files of one syntax are changed. What is not ours stays as it is to the byte, and taking out what was put in gives
 * back the very same text. What cannot be changed so is refused with a `settings-unusable`.
 */
export type SettingsEditor = {
  /** All that the file says. */
  read(file: SettingsText): unknown;
  /** Puts an object under a key that is not there yet. */
  insert(file: SettingsFile, path: readonly string[], value: object): string;
  /** Takes it out again with whatever was made to hold it; undefined when nothing else was in the file. */
  remove(file: SettingsText, path: readonly string[]): string | undefined;
};

/** Whether a file is none, or an empty one, which editors and agents make and mean nothing by. */
export function isEmptyText(text: string | undefined): boolean {
  return text === undefined || text.replace(/^\uFEFF/, "").trim() === "";
}

/** Why a file is left alone; the reason goes on after the place and says what to do. */
export function unusable({ path, text }: SettingsText, offset: number, reason: string): SkillError {
  const { line } = createLineIndex(text).positionAt(offset);
  return new SkillError("settings-unusable", { path, line, reason });
}

/** What a path leads to in settings that were read; undefined when nothing is there. */
export function valueAt(settings: unknown, path: SettingsPath): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, settings);
}

/** An object in objects, one for each key. */
export function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}
