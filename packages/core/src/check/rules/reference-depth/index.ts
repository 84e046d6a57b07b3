import { outlineMarkdown } from "../../../markdown/outline.ts";
import { localReferences, type Reference } from "../../references.ts";
import { type CheckedSkill, defineRule, type Rule, type RuleContext } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "reference-depth",
  category: "quality",
  severity: "info",
  summary: "Every reference is one step away from SKILL.md.",
  messages: {
    chain:
      "{file} sends the reader on to {target}, which SKILL.md does not name; agents often read only a part of such files. Name {target} in SKILL.md as well.",
    nested: "{count} files lie deeper than references/ itself, such as {file}; keep references one level deep, so that they are found.",
  },
  check(skill, { report }) {
    reportChains(skill, report);
    const nested = skill.files.all().filter(({ path }) => path.startsWith("references/") && path.includes("/", 11));
    const [first] = nested;
    if (!first) return;
    report({ message: "nested", args: { file: first.path, count: nested.length }, file: first.path, span: { start: 0, end: 0 } });
  },
});

/** More linked documents than these are not followed. */
const maxDocuments = 50;

function reportChains(skill: CheckedSkill, report: RuleContext["report"]): void {
  const linked = new Set(localReferences(skill.outline.links, skill).map(({ path }) => path));
  const documents = [...linked].filter((path) => path.endsWith(".md") && !path.startsWith("../")).slice(0, maxDocuments);
  const seen = new Set(["SKILL.md"]);
  for (const file of documents) {
    const text = skill.files.read(file);
    if (!text?.includes(".md")) continue;
    const { links } = outlineMarkdown(text, { start: 0, end: text.length });
    const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
    for (const { path, span } of bundled(skill, localReferences(links, { directoryName: skill.directoryName, folder }))) {
      if (linked.has(path) || seen.has(path) || skill.parsed.text.includes(path.slice(path.lastIndexOf("/") + 1))) continue;
      seen.add(path);
      report({ message: "chain", args: { file, target: path }, file, span });
    }
  }
}

function bundled({ files }: CheckedSkill, references: readonly Reference[]): readonly Reference[] {
  return references.filter(({ path, escapes }) => path.endsWith(".md") && !escapes && files.exists(path));
}
