import type { Grade } from "../formats/grading.ts";
import { excerpt } from "../testing/excerpt.ts";
import { checkEvidence } from "./check-evidence.ts";
import { judgingLimits } from "./limits.ts";
import type { Material } from "./read-material.ts";
import type { JudgeVerdict } from "./read-verdicts.ts";

/** A verdict with checked evidence; `unproven` says why a pass was rejected. */
export type CheckedGrade = { readonly grade: Grade; readonly unproven?: string };

/** A pass needs proof; a fail stands by itself. */
export function toGrade(text: string, verdict: JudgeVerdict, material: Material): CheckedGrade {
  const { isProof, shown, faults } = checkEvidence(verdict.evidence, material, text);
  const said = [shown.join(", "), verdict.reason].filter((part) => part !== "").join(" – ");
  if (!verdict.passed)
    return { grade: { text, passed: false, evidence: cut(said || "The judge gave no reason.") } };
  if (isProof) return { grade: { text, passed: true, evidence: cut(said) } };
  const unproven = cut(faults.join("; "));
  const evidence = cut(`Passed by the judge, but not proved: ${unproven}.${said && ` It said: ${said}`}`);
  return { grade: { text, passed: false, evidence }, unproven };
}

function cut(text: string): string {
  return excerpt(text, 0, judgingLimits.judgedEvidenceCharacters);
}
