import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Edit, Fix } from "../finding.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import { applyEdits } from "../text/span.ts";
import { type CheckSettings, checkSkill } from "./check-skill.ts";

type AppliedFix = { readonly rule: string; readonly title: string; readonly file: string };
export type FixedSkill = {
  /** The new text of SKILL.md. */
  readonly text: string;
  /** Other files to make executable. */
  readonly executables: readonly string[];
  readonly applied: readonly AppliedFix[];
  readonly skill: LoadedSkill;
};

/** More rounds than any chain of fixes needs; stops fixes that undo each other. */
const maxRounds = 10;

/** Bounds the checks of one round when fixes do not go together. */
const maxTrials = 100;

type FixSettings = CheckSettings & { readonly unsafe?: boolean };

/**
 * Applies the safe fixes, or all of them with `unsafe`. The fixes are checked together: one that would add an error is
 * left out. Running it again changes nothing.
 */
export function fixSkill(skill: LoadedSkill, settings: FixSettings): FixedSkill {
  const applied: AppliedFix[] = [];
  const executables = new Set<string>();
  let current = skill;
  for (let round = 0; round < maxRounds; round++) {
    const candidates = findFixes(current, settings).filter(({ file }) => !executables.has(file));
    const chosen = chooseFixes(current, candidates, settings);
    for (const { rule, fix, file } of chosen) {
      if (fix.executable) executables.add(file);
      applied.push({ rule, title: fix.title, file });
    }
    if (chosen.every(({ fix }) => fix.edits.length === 0)) break;
    current = withFixes(current, chosen);
  }
  return { text: current.parsed.text, executables: [...executables], applied, skill: current };
}

type Candidate = { readonly rule: string; readonly file: string; readonly fix: Fix };

/** The wanted fixes that do not overlap; those that do wait for the next round. */
function findFixes(skill: LoadedSkill, { unsafe, ...settings }: FixSettings): readonly Candidate[] {
  const found: Candidate[] = [];
  const edits: Edit[] = [];
  for (const { rule, fix, file } of checkSkill(skill, {
    ...settings,
    mostPerRule: Number.POSITIVE_INFINITY,
  })) {
    if (!fix || !(fix.safe || unsafe) || overlaps(fix, edits)) continue;
    // Edits are offsets into SKILL.md; those for another file must not be applied to it.
    if (fix.edits.length > 0 && file !== skill.file) continue;
    if (fix.executable && found.some((other) => other.fix.executable && other.file === file)) continue;
    edits.push(...fix.edits);
    found.push({ rule, file, fix });
  }
  return found;
}

function overlaps(fix: Fix, edits: readonly Edit[]): boolean {
  return fix.edits.some((edit) =>
    edits.some((other) => edit.span.start <= other.span.end && other.span.start <= edit.span.end),
  );
}

/** All candidates if they go together; otherwise as many as possible, found by halving. */
function chooseFixes(
  skill: LoadedSkill,
  candidates: readonly Candidate[],
  settings: FixSettings,
): readonly Candidate[] {
  // Without frontmatter there is nothing to compare with: a fix that makes it readable reveals errors.
  if (!skill.parsed.frontmatter) return candidates;
  let before: ReadonlyMap<string, number> | undefined;
  let trials = 0;
  const goTogether = (fixes: readonly Candidate[]): boolean => {
    if (fixes.every(({ fix }) => fix.edits.length === 0)) return true;
    if (++trials > maxTrials) return false;
    before ??= countErrors(skill, settings);
    const after = countErrors(withFixes(skill, fixes), settings);
    return after.entries().every(([key, count]) => count <= (before?.get(key) ?? 0));
  };
  const choose = (accepted: readonly Candidate[], more: readonly Candidate[]): readonly Candidate[] => {
    const all = [...accepted, ...more];
    if (more.length === 0 || goTogether(all)) return all;
    if (more.length === 1) return accepted;
    const half = Math.ceil(more.length / 2);
    return choose(choose(accepted, more.slice(0, half)), more.slice(half));
  };
  return choose([], candidates);
}

/** How often each error occurs, over all categories: a fix of one must not break another. */
function countErrors(
  skill: LoadedSkill,
  { categories: _, unsafe: __, ...settings }: FixSettings,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, message, severity } of checkSkill(skill, settings)) {
    const key = `${rule} ${message}`;
    if (severity === "error") counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function withFixes(skill: LoadedSkill, fixes: readonly Candidate[]): LoadedSkill {
  const edits = fixes.flatMap(({ fix }) => fix.edits);
  return { ...skill, parsed: parseSkill(applyEdits(skill.parsed.text, edits)) };
}
