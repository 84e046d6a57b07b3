import type { SkillFiles } from "../../../discover/skill-files.ts";
import { SkillError } from "../../../error.ts";
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
      const target = kind === "symlink" ? targetOf(files, path) : "inside";
      if (target === "inside") continue;
      // A place in a file is looked up through the link, so one that cannot be followed is reported for the skill.
      report({ message: "outside", args: { file: path }, ...(target === "outside" ? { file: path } : {}) });
    }
  },
});

/** A target that this user may not even look at is not inside. */
function targetOf(files: SkillFiles, path: string): "inside" | "outside" | "unreachable" {
  try {
    return files.staysInside(path) ? "inside" : "outside";
  } catch (error) {
    if (error instanceof SkillError) return "unreachable";
    throw error;
  }
}
