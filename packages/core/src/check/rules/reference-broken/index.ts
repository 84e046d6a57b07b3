import { limits } from "../../../limits.ts";
import { spansContaining } from "../../../markdown/prose.ts";
import type { Span } from "../../../text/span.ts";
import { suggest } from "../../../text/suggest.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "reference-broken",
  category: "quality",
  severity: "warning",
  summary: "Links point to existing files.",
  messages: {
    missing: "No such file in the skill: {path}. Add it or correct the link.",
    misspelled: "No such file in the skill: {path}. Did you mean {suggestion}?",
  },
  check(skill, { report }) {
    const named = namedFiles(skill);
    if (skill.references.length + named.length === 0) return;
    const seen = new Set<string>();
    const exists = createLookup(skill);
    let searches = 0;
    for (const { path, escapes, span } of skill.references) {
      if (escapes || seen.has(path)) continue;
      seen.add(path);
      if (exists(path)) continue;
      const suggestion = ++searches > maxSearches ? undefined : nearest(path, skill);
      if (suggestion === undefined) report({ message: "missing", args: { path }, span });
      else report({ message: "misspelled", args: { path, suggestion }, span });
    }
    for (const { path, span } of named) {
      if (seen.has(path)) continue;
      seen.add(path);
      if (exists(path)) continue;
      if (++searches > maxSearches) return;
      const suggestion = sibling(path, skill);
      if (suggestion !== undefined) report({ message: "misspelled", args: { path, suggestion }, span });
    }
  },
});

/** Each search for a suggestion compares a path with all files; this bounds the work for a text full of broken links. */
const maxSearches = limits.findingsPerRule;

/** The listing answers most lookups without disk access, except for folders and files it leaves out. */
function createLookup({ files }: CheckedSkill): (path: string) => boolean {
  let listed: ReadonlySet<string> | undefined;
  return (path) => {
    listed ??= new Set(files.all().map((file) => file.path));
    return listed.has(path) || files.exists(path);
  };
}

/** A file with a similar path, or with the same name in another folder. */
function nearest(path: string, { files }: CheckedSkill): string | undefined {
  const paths = files.all().map((file) => file.path);
  const name = `/${baseName(path)}`;
  return suggest(path, paths) ?? paths.find((other) => `/${other}`.endsWith(name));
}

type NamedFile = { readonly path: string; readonly span: Span };

const bundledPath = /^(?:scripts|references|assets)\/[\w./-]*\.\w+$/;

/**
 * Code spans that name a file where skills keep theirs. Many mean a file of the user's project or an example, so
 * they count only as misspellings of a file that is there.
 */
function namedFiles({ parsed: { text }, outline }: CheckedSkill): readonly NamedFile[] {
  return spansContaining(text, outline.codeSpans, "/").flatMap((span) => {
    const path = text.slice(span.start, Math.min(span.end, span.start + 200));
    return bundledPath.test(path) ? [{ path, span }] : [];
  });
}

/** A file with a similar name in the same folder. */
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
