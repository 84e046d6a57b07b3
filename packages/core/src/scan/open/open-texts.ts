import type { LoadedSkill } from "../../discover/load-skill.ts";
import type { ScannedText, Unread } from "../evidence.ts";

export type OpenedTexts = { readonly texts: readonly ScannedText[]; readonly unread: readonly Unread[] };

/** SKILL.md and every text that a skill's files hold. */
export function openTexts({ parsed }: LoadedSkill): OpenedTexts {
  const skillFile: ScannedText = {
    text: parsed.text,
    language: "markdown",
    role: "instructions",
    path: "SKILL.md",
    isReached: true,
    placeOf: (span) => ({ span }),
  };
  return { texts: [skillFile], unread: [] };
}
