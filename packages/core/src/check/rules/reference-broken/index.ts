import type { Span } from "../../../text/span.ts";
import { suggest } from "../../../text/suggest.ts";
import { localReferences } from "../../references.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "reference-broken",
  category: "quality",
  severity: "warning",
  summary: "Links lead to files that are there.",
  messages: {
    missing: "There is no file {path} in the skill; add it, or correct the link.",
    misspelt: "There is no file {path} in the skill; did you mean {suggestion}?",
  },
  check(skill, { report }) {
    const seen = new Set<string>();
    for (const { path, escapes, span } of localReferences(skill.outline.links, skill)) {
      if (escapes || seen.has(path)) continue;
      seen.add(path);
      if (skill.files.exists(path)) continue;
      const suggestion = nearest(path, skill);
      if (suggestion === undefined) report({ message: "missing", args: { path }, span });
      else report({ message: "misspelt", args: { path, suggestion }, span });
    }
    for (const { path, span } of namedFiles(skill)) {
      if (seen.has(path)) continue;
      seen.add(path);
      const suggestion = skill.files.exists(path) ? undefined : sibling(path, skill);
      if (suggestion !== undefined) report({ message: "misspelt", args: { path, suggestion }, span });
    }
  },
});

/** A file with nearly that path, or one of that name in another folder. */
function nearest(path: string, { files }: CheckedSkill): string | undefined {
  const paths = files.all().map((file) => file.path);
  const name = `/${baseName(path)}`;
  return suggest(path, paths) ?? paths.find((other) => `/${other}`.endsWith(name));
}

const bundledPath = /^(?:\.\/)?((?:scripts|references|assets)\/[\w./-]+\.\w+)$/;

/**
 * Code spans that name a file where skills keep theirs. Many mean a file of the user's project or an example, so
 * they count only as misspellings of a file that is there.
 */
function namedFiles({ parsed, outline }: CheckedSkill): readonly { readonly path: string; readonly span: Span }[] {
  return outline.codeSpans.flatMap((span) => {
    const path = span.end - span.start > 200 ? undefined : bundledPath.exec(parsed.text.slice(span.start, span.end))?.[1];
    return path === undefined ? [] : [{ path, span }];
  });
}

/** A file with nearly that name in the same folder. */
function sibling(path: string, { files }: CheckedSkill): string | undefined {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const names = files.all().flatMap((file) => {
    const name = baseName(file.path);
    return file.path === folder + name ? [name] : [];
  });
  const name = suggest(baseName(path), names);
  return name === undefined ? undefined : folder + name;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
