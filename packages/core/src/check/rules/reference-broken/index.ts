import { limits } from "../../../limits.ts";
import { suggest } from "../../../text/suggest.ts";
import { createFileLookup, filesNamedInCode, nearestSibling } from "../../references.ts";
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
    const named = filesNamedInCode(skill);
    if (skill.references.length + named.length === 0) return;
    const seen = new Set<string>();
    const exists = createFileLookup(skill);
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
      const suggestion = nearestSibling(path, skill);
      if (suggestion !== undefined) report({ message: "misspelled", args: { path, suggestion }, span });
    }
  },
});

/** Each search for a suggestion compares a path with all files; this bounds the work for a text full of broken links. */
const maxSearches = limits.findingsPerRule;

/** A file with a similar path, or with the same name in another folder. */
function nearest(path: string, { files }: CheckedSkill): string | undefined {
  const paths = files.all().map((file) => file.path);
  const name = `/${baseName(path)}`;
  return suggest(path, paths) ?? paths.find((other) => `/${other}`.endsWith(name));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
