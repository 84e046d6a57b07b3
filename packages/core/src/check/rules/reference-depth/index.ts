import { outlineMarkdown } from "../../../markdown/outline.ts";
import type { Span } from "../../../text/span.ts";
import { localReferences } from "../../references.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "reference-depth",
  category: "quality",
  severity: "info",
  summary: "SKILL.md links to every reference directly.",
  messages: {
    chain:
      "{file} links to {target}, which SKILL.md does not mention; agents often read such files only in part. Mention {target} in SKILL.md as well.",
    nested:
      "{file} is in a subfolder of references/ (files in subfolders: {count}); keep references one level deep, so that agents find them.",
  },
  check(skill, { report }) {
    for (const chain of findChains(skill)) report({ message: "chain", ...chain });
    const nested = skill.files
      .all()
      .filter(({ path }) => path.startsWith("references/") && path.includes("/", 11));
    const [first] = nested;
    if (!first) return;
    report({
      message: "nested",
      args: { file: first.path, count: nested.length },
      file: first.path,
      span: { start: 0, end: 0 },
    });
  },
});

/** At most this many linked documents are followed. */
const maxDocuments = 20;

type Chain = {
  readonly args: { readonly file: string; readonly target: string };
  readonly file: string;
  readonly span: Span;
};

function* findChains(skill: CheckedSkill): Generator<Chain> {
  if (skill.references.length === 0) return;
  const linked = new Set(skill.references.map(({ path }) => path));
  const documents = [...linked].filter(isDocument).slice(0, maxDocuments);
  const unnamed = documents.length === 0 ? new Set<string>() : unnamedDocuments(skill, linked);
  if (unnamed.size === 0) return;
  for (const file of documents) {
    const text = skill.files.read(file) ?? "";
    if (!unnamed.values().some((path) => text.includes(baseName(path)))) continue;
    const { links } = outlineMarkdown(text, { start: 0, end: text.length });
    const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
    for (const { path, span } of localReferences(links, { directoryName: skill.directoryName, folder })) {
      if (unnamed.delete(path)) yield { args: { file, target: path }, file, span };
    }
  }
}

/** Documents that are not references: about the skill, or input for its work. */
const otherUse =
  /^(?:assets|templates|examples|evals|tests|scripts)\/|(?:^|\/)(?:README|CHANGELOG|CONTRIBUTING|LICENSE)\.md$/i;

/** Only a document that SKILL.md does not mention can be at the end of a chain; usually there is none, so nothing is read. */
function unnamedDocuments({ files, parsed }: CheckedSkill, linked: ReadonlySet<string>): Set<string> {
  const unnamed = new Set<string>();
  for (const { path } of files.all()) {
    if (linked.has(path) || !isDocument(path) || otherUse.test(path)) continue;
    if (!parsed.text.includes(baseName(path))) unnamed.add(path);
  }
  return unnamed;
}

/** A nested skill is checked on its own. */
function isDocument(path: string): boolean {
  return path.endsWith(".md") && !path.startsWith("../") && !path.endsWith("SKILL.md");
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
