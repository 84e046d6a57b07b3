import { SkillError } from "@skillwright/core";
import { isSameApartFrom } from "./same-apart-from.ts";
import type { SettingsText } from "./settings-file.ts";

type TextEdit = {
  readonly file: SettingsText;
  readonly after: string;
  readonly path: readonly string[];
};

/** Whether a textual edit changed nothing outside a path: parses both versions and compares them. */
export function isCleanEdit(read: (file: SettingsText) => unknown, { file, after, path }: TextEdit): boolean {
  const before = read(file);
  try {
    return isSameApartFrom(path, before, read({ path: file.path, text: after }));
  } catch (error) {
    if (error instanceof SkillError) return false;
    throw error;
  }
}
