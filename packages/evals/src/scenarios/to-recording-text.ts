import { toJsonText } from "../formats/to-json-text.ts";
import type { Recording } from "./recording.ts";

/**
 * Formats a recording; `readRecording` reads it back. People review it, so invisible and reordering
 * characters are escaped.
 */
export function toRecordingText({ version, model, skills, exchanges }: Recording): string {
  const text = toJsonText({
    version,
    model,
    skills,
    exchanges: exchanges.map(({ request, turn }) => ({ request, turn })),
  });
  // Unprintable characters can only be inside JSON strings, which have escapes for them.
  return text.replace(unprintable, toEscape);
}

const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

function toEscape(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
