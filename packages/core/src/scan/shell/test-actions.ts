import type { Action, Language, ReadActions, ScannedText } from "../evidence.ts";
import { readShell } from "./read-shell.ts";

/** A text as `openTexts` hands it to readers. */
export function scannedText(text: string, language: Language = "shell", path = "run.sh"): ScannedText {
  return { text, language, role: "program", path, isReached: true, placeOf: (span) => ({ span }) };
}

/** Reads shell texts; a program in another language becomes one action that shows its text. */
export const readForTest: ReadActions = (text) => {
  if (["shell", "powershell", "batch", "markdown", "text", "other"].includes(text.language))
    return readShell(text, readForTest);
  const source = text;
  const span = { start: 0, end: text.text.length };
  const common = {
    source,
    span,
    setting: "program",
    language: text.language,
    carries: [],
    isQuoted: false,
  } as const;
  return [
    {
      ...common,
      kind: "run",
      program: `<${text.language}>`,
      words: [text.text],
      wrappers: [],
      text: text.text,
    },
  ];
};

export function actionsOf(text: string, language: Language = "shell"): readonly Action[] {
  return readForTest(scannedText(text, language));
}

/** `connect send https://x.example {credentials ~/.ssh/id_rsa}`. */
export function shortForm(action: Action): string {
  const labels = action.carries.map(({ label, from }) => `${label} ${from}`).join(", ");
  return `${action.kind} ${subjectOf(action)}${labels === "" ? "" : ` {${labels}}`}`;
}

function subjectOf(action: Action): string {
  switch (action.kind) {
    case "run":
      return [...action.wrappers, action.program, ...action.words.map((word) => word ?? "?")].join(" ");
    case "connect":
      return `${action.direction} ${action.address ?? "?"}`;
    case "evaluate":
      return action.means;
    default:
      return action.path;
  }
}

/** The short forms of all actions but the start of programs. */
export function deedsOf(text: string, language: Language = "shell"): readonly string[] {
  return actionsOf(text, language)
    .filter(({ kind }) => kind !== "run")
    .map(shortForm);
}

export function runsOf(text: string, language: Language = "shell"): readonly string[] {
  return actionsOf(text, language)
    .filter(({ kind }) => kind === "run")
    .map(shortForm);
}
