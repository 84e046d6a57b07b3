import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "script-not-executable",
  category: "quality",
  severity: "warning",
  summary: "A script with a shebang is executable.",
  messages: {
    notExecutable:
      "{file} starts with #! but is not executable, so running it by path fails; run chmod +x on it.",
  },
  check({ files }, { report }) {
    for (const { path, kind } of files.all()) {
      if (kind !== "file" || !path.startsWith("scripts/") || files.isExecutable(path)) continue;
      const text = files.read(path);
      if (!text?.startsWith("#!")) continue;
      const end = text.indexOf("\n");
      report({
        message: "notExecutable",
        args: { file: path },
        file: path,
        span: { start: 0, end: end === -1 ? text.length : end },
        fix: { title: "Make it executable", safe: true, edits: [], executable: true },
      });
    }
  },
});
