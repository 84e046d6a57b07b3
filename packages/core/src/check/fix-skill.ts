import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Edit, Finding, Fix } from "../finding.ts";
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

/** Applies the safe fixes, or all of them with `unsafe`. Running it again changes nothing. */
export function fixSkill(
  skill: LoadedSkill,
  settings: CheckSettings & { readonly unsafe?: boolean },
): FixedSkill {
  const applied: AppliedFix[] = [];
  const executables = new Set<string>();
  let current = skill;
  for (let round = 0; round < maxRounds; round++) {
    const wanted = checkSkill(current, { ...settings, mostPerRule: Number.POSITIVE_INFINITY }).filter(
      (finding) => isWanted(finding, settings.unsafe ?? false),
    );
    const edits: Edit[] = [];
    for (const { rule, fix, file } of wanted) {
      if (!fix || executables.has(file) || overlaps(fix, edits)) continue;
      // Edits are offsets into SKILL.md; those for another file must not be applied to it.
      if (fix.edits.length > 0 && file !== skill.file) continue;
      if (fix.executable) executables.add(file);
      edits.push(...fix.edits);
      applied.push({ rule, title: fix.title, file });
    }
    if (edits.length === 0) break;
    const text = applyEdits(current.parsed.text, edits);
    current = { ...current, parsed: parseSkill(text) };
  }
  return { text: current.parsed.text, executables: [...executables], applied, skill: current };
}

function isWanted(finding: Finding, unsafe: boolean): boolean {
  return finding.fix !== undefined && (finding.fix.safe || unsafe);
}

function overlaps(fix: Fix, edits: readonly Edit[]): boolean {
  return fix.edits.some((edit) =>
    edits.some((other) => edit.span.start <= other.span.end && other.span.start <= edit.span.end),
  );
}
