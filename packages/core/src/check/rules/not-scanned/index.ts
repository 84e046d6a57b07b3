import { limits } from "../../../limits.ts";
import { isScannable } from "../../code/skill-texts.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "not-scanned",
  category: "security",
  severity: "info",
  summary: "Every script and document of the skill was scanned.",
  messages: {
    unread:
      "{file} was not scanned: it is larger than {max} bytes, not UTF-8 text, or not readable. The absence of findings does not mean that it is harmless.",
    tooMany:
      "The skill has more than {max} files, and the rest were not scanned. The absence of findings does not mean that they are harmless.",
    folder: "The folder {folder} was not scanned. The absence of findings does not mean that it is harmless.",
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
