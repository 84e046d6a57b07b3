import { findValue } from "../../../parse/yaml-node.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "license-file-missing",
  category: "quality",
  severity: "warning",
  summary: "The license file named in the frontmatter exists.",
  messages: {
    missing:
      "The license field refers to {file}, which is not in the skill; add the file, or name the license itself, such as 'Apache-2.0'.",
  },
  check({ parsed, files }, { report }) {
    const { license } = parsed.manifest;
    const node = findValue(parsed.frontmatter, "license");
    if (!license || !node) return;
    const file = namedFile(license);
    if (file === undefined || exists(file)) return;
    report({ message: "missing", args: { file }, span: node.span });

    function exists(path: string): boolean {
      return extensions.some((extension) => files.exists(path + extension));
    }
  },
});

/** `LICENSE` may mean `LICENSE.txt`. */
const extensions = ["", ".txt", ".md"] as const;

function namedFile(license: string): string | undefined {
  if (license.includes("://")) return undefined;
  // npm's spelling: "SEE LICENSE IN terms.md".
  const words = license.replace(/\bSEE LICEN[CS]E IN\b/, "");
  const withExtension = /(?<![\w/.-])(?:\.\/)?((?:[\w-]+\/){0,4}[\w.-]+\.(?:txt|md|rst|html|pdf))\b/.exec(
    words,
  )?.[1];
  return withExtension ?? /(?<![\w./-])(LICEN[CS]E|COPYING|NOTICE)(?![\w-])/.exec(words)?.[1];
}
