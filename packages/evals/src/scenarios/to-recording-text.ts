import { toJsonText } from "../formats/to-json-text.ts";
import type { Recording } from "./recording.ts";

/** The text of a recording's file; `readRecording` reads it back. People review it, so nothing in it hides or reorders. */
export function toRecordingText({ version, model, skills, exchanges }: Recording): string {
  const text = toJsonText({
    version,
    model,
    skills,
    exchanges: exchanges.map(({ request, turn }) => ({ request, turn })),
  });
  // Whatever is not printable stands inside the quotes of a JSON text, which has an escape for it.
  return text.replace(unprintable, toEscape);
}

const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

function toEscape(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
