import type { Fix } from "../../../finding.ts";
import { readText } from "../../../parse/node-readers.ts";
import { findEntry } from "../../../parse/yaml-node.ts";
import { isValidSkillName } from "../../../spec/predicates.ts";
import type { Span } from "../../../text/span.ts";
import { toScalar } from "../../frontmatter-edits.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "name.matchesDirectory",
  category: "spec",
  severity: "error",
  summary: "The directory has the same name as the skill.",
  messages: {
    differs:
      "The name '{name}' differs from the directory name '{directory}'; expected the same name. Rename one of them.",
  },
  check({ parsed, directoryName, files }, { report }) {
    const node = findEntry(parsed.frontmatter, "name")?.value;
    const name = readText(node)?.trim().normalize("NFKC");
    const directory = directoryName?.normalize("NFKC");
    if (!node || !name || !directory || name === directory) return;
    // Through a link, the skill would get the name of the link, which differs from its real directory.
    const isRenamable = isValidSkillName(directory) && !files.isLinked();
    const fix = isRenamable ? renameTo(directory, node.span) : undefined;
    report({ message: "differs", args: { name, directory }, span: node.span, fix });
  },
});

// Unsafe: users and other skills may know the skill by its old name.
function renameTo(directory: string, span: Span): Fix {
  return {
    title: `Rename the skill to ${directory}`,
    safe: false,
    edits: [{ span, text: toScalar(directory) }],
  };
}
