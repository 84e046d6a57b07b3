import { limits } from "../../../limits.ts";
import { isScannable } from "../../code/skill-texts.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "not-scanned",
  category: "security",
  severity: "info",
  summary: "Every script and document of the skill could be looked at.",
  messages: {
    unread:
      "{file} was not looked at: it is over {max} bytes, not UTF-8 text, or may not be read; no finding about it does not mean that it is harmless.",
    tooMany:
      "The skill has more than {max} files, and those past it were not looked at; no finding about them does not mean that they are harmless.",
    folder: "The folder {folder} was not looked into; no finding about it does not mean that it is harmless.",
  },
  check({ files, directory, file }, { report }) {
    const all = files.all();
    if (all.length >= limits.filesPerSkill)
      report({ message: "tooMany", args: { max: limits.filesPerSkill } });
    for (const folder of files.leftOut()) report({ message: "folder", args: { folder } });
    for (const { path, kind } of all) {
      if (kind !== "file" || `${directory}/${path}` === file || !isScannable(path)) continue;
      if (files.read(path) !== undefined) continue;
      report({ message: "unread", args: { file: path, max: limits.bundledFileBytes } });
    }
  },
});
