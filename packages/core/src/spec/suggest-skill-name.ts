import { limits } from "../limits.ts";
import { isValidSkillName } from "./predicates.ts";

/** A valid name similar to the text: `PDF Tables!` → `pdf-tables`. */
export function suggestSkillName(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFKC").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu)?.join("-") ?? "";
  const name = words.slice(0, limits.nameLength).replace(/-$/, "");
  return isValidSkillName(name) ? name : "my-skill";
}
