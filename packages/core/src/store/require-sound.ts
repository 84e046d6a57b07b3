import { SkillError } from "../error.ts";
import { limits } from "../limits.ts";
import { isValidDescription, isValidSkillName } from "../spec/predicates.ts";
import { countCodePoints } from "../text/code-points.ts";
import type { SkillFolder } from "./read-skill-folder.ts";

/** What a strict store asks of a skill before it lists it; names the first rule that is broken. */
export function requireSound(place: SkillFolder): void {
  const rule = findBrokenRule(place);
  if (rule === undefined) return;
  const { file } = place.metadata;
  throw new SkillError("skill-invalid", { path: file, reason: `it violates the rule ${rule}` });
}

function findBrokenRule({ metadata, folder, problems }: SkillFolder): string | undefined {
  const { name, description, manifest } = metadata;
  if (problems[0]) return problems[0].rule;
  if (manifest.name === undefined) return "name.required";
  if (!isValidSkillName(name)) return "name.format";
  if (folder.normalize("NFKC") !== name) return "name.matchesDirectory";
  if (!isValidDescription(description)) return "description.maxLength";
  if (countCodePoints(manifest.compatibility ?? "") > limits.compatibilityLength)
    return "compatibility.maxLength";
  return undefined;
}
