import type { Action, Language, ReadActions, ScannedText } from "../evidence.ts";
import { readShell } from "../shell/read-shell.ts";
import { readJavaScript } from "./read-javascript.ts";
import { readPython } from "./read-python.ts";

export const read: ReadActions = (text) => {
  if (text.language === "python") return readPython(text, read);
  return text.language === "javascript" ? readJavaScript(text, read) : readShell(text, read);
};

export function program(text: string, language: Language): ScannedText {
  return {
    text,
    language,
    role: "program",
    path: "scripts/main",
    isReached: true,
    placeOf: (span) => ({ file: "scripts/main", span }),
  };
}

/** What a program does, one line an action: `connect send https://a.example < credentials ~/.ssh/id_rsa`. */
export function actionsOf(text: string, language: Language): readonly string[] {
  return read(program(text, language)).map(shortForm);
}

function shortForm(action: Action): string {
  const carried = action.carries.map(({ label, from }) => `${label} ${from}`.trim());
  const quoted = action.isQuoted ? " (quoted)" : "";
  return `${subjectOf(action)}${quoted}${carried.length > 0 ? ` < ${carried.join(", ")}` : ""}`;
}

function subjectOf(action: Action): string {
  switch (action.kind) {
    case "run":
      return ["run", action.program, ...action.words.map((word) => word ?? "?")].join(" ");
    case "connect":
      return `connect ${action.direction} ${action.address ?? "?"}`;
    case "evaluate":
      return `evaluate ${action.means}`;
    case "read":
      return `read ${action.path}`;
    default:
      return `${action.kind} ${action.path}${action.content === undefined ? "" : ` "${action.content}"`}`;
  }
}
