import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "symlink-escape",
  category: "security",
  severity: "error",
  summary: "No link among the bundled files leads out of the skill.",
  messages: {
    outside:
      "{file} is a link that leads out of the skill or nowhere, so reading or packing it takes something else from the machine; put a copy of the file in its place.",
  },
  check({ files }, { report }) {
    for (const { path, kind } of files.all()) {
      if (kind !== "symlink" || files.staysInside(path)) continue;
      report({ message: "outside", args: { file: path }, file: path });
    }
  },
});
