import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "symlink-escape",
  category: "security",
  severity: "error",
  summary: "No link in the skill points outside it.",
  messages: {
    outside:
      "{file} is a link that points outside the skill or nowhere, so reading or packing it would pick up another file from the machine; replace it with a copy of the file.",
  },
  check({ files }, { report }) {
    for (const { path, kind } of files.all()) {
      if (kind !== "symlink" || files.staysInside(path)) continue;
      report({ message: "outside", args: { file: path }, file: path });
    }
  },
});
