import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import type { SkillRoot } from "./discovered-skill.ts";
import { type RootScan, scanRoot } from "./scan-root.ts";

const folder = fc.constantFrom("", "a/", "b/", "a/c/", "a/references/", "b/c/d/");
const file = fc.constantFrom("SKILL.md", "skill.md", ".gitignore", "agents/openai.yaml", "notes.md");
const text = fc.constantFrom(
  "---\nname: a\ndescription: Does a.\n---\n",
  "---\nname: c\ndescription: Does c.\n---\n",
  "broken",
  "---\nname: b\n---\n",
  "c\n",
  "policy:\n  allow_implicit_invocation: false\n",
);
const edits = fc.array(fc.record({ folder, file, text, isWatched: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
});
const root = fc.constantFrom<SkillRoot>(
  { path: "/s", scope: "personal" },
  { path: "/s", scope: "custom", nested: true },
  { path: "/s", scope: "package", depth: 1, strict: true },
);

/** What a caller sees; the order in which folders were looked at is not part of it. */
function seenBy({ skills, findings }: RootScan): object {
  return {
    skills: [...skills].sort(([a], [b]) => (a < b ? -1 : 1)),
    findings: findings.map((finding) => JSON.stringify(finding)).sort(),
  };
}

test("a scan with a cache always matches a scan without one", () => {
  fc.assert(
    fc.property(root, edits, (place, steps) => {
      const fs = createMemoryFileSystem({ "/s/a/notes.md": "", "/s/b/c/d/notes.md": "" });
      let memory = scanRoot(fs, place, { nowMs: 1e9 });
      for (const step of steps) {
        const path = `/s/${step.folder}${step.file}`;
        fs.write(path, new TextEncoder().encode(step.text));
        const suspects = step.isWatched ? [path] : undefined;
        memory = scanRoot(fs, place, { nowMs: 1e9, memory, suspects });
        expect(seenBy(memory)).toEqual(seenBy(scanRoot(fs, place, { nowMs: 1e9 })));
      }
    }),
    { numRuns: 2000 },
  );
});
