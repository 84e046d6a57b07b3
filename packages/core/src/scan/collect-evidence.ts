import type { LoadedSkill } from "../discover/load-skill.ts";
import { joinModules } from "./code/join-modules.ts";
import { linkActions } from "./code/link-actions.ts";
import { readJavaScript } from "./code/read-javascript.ts";
import { readOther } from "./code/read-other.ts";
import { readPython } from "./code/read-python.ts";
import type { Action, Effort, Evidence, ReadActions, ScannedText, Statement, Unread } from "./evidence.ts";
import { scanLimits } from "./limits.ts";
import { openTexts } from "./open/open-texts.ts";
import { readStatements } from "./prose/read-statements.ts";
import { readShell } from "./shell/read-shell.ts";

/** Reads everything in a skill once; rules judge what it returns. */
export function collectEvidence(skill: LoadedSkill): Evidence {
  const { texts, unread } = openTexts(skill);
  const actions: Action[] = [];
  const statements: Statement[] = [];
  const unfinished = new Set<ScannedText>();
  const effort: Effort = { left: scanLimits.effort };
  const read: ReadActions = Object.assign((text: ScannedText) => readActions(text, read), { effort });
  let prose = scanLimits.proseCharacters;
  for (const text of texts) {
    const found = withinStack(() => read(text));
    if (found === undefined) unfinished.add(text);
    for (const action of found ?? []) {
      if (actions.length < scanLimits.actions) actions.push(action);
      else effort.left = 0;
    }
    // The text that used up what was left was not read to its end, those after it not at all.
    if (effort.left <= 0) unfinished.add(text);
    prose -= text.text.length;
    if (prose < 0) unfinished.add(text);
    else statements.push(...readStatements(text));
  }
  actions.push(...throughModules(texts, actions, read));
  return {
    texts,
    actions: linkActions(actions),
    statements,
    unread: [
      ...unread,
      ...Array.from(
        unfinished,
        ({ path, isReached }): Unread => ({ path, reason: "budget", isUsed: isReached }),
      ),
    ],
  };
}

/** What programs send, look up or run of what their modules collect, or the other way round. */
function throughModules(
  texts: readonly ScannedText[],
  known: readonly Action[],
  read: ReadActions,
): readonly Action[] {
  const { effort } = read;
  if (effort === undefined || effort.left <= 0 || known.length >= scanLimits.actions) return [];
  const { left } = effort;
  const keyOf = ({ kind, source, span, carries }: Action): string => {
    const { file, span: place } = source.placeOf(span);
    return `${kind}:${file}:${place.start}:${carries.map(({ label, from }) => `${label} ${from}`).join(":")}`;
  };
  const seen = new Set(known.map(keyOf));
  const found = joinModules(texts).flatMap((text) =>
    (withinStack(() => read(text)) ?? []).filter(
      (action) =>
        (action.kind === "connect" || action.kind === "evaluate") &&
        action.carries.some(({ label }) => label !== "constant" && label !== "input") &&
        !seen.has(keyOf(action)),
    ),
  );
  // A second look takes nothing from the first one at another file.
  effort.left = left;
  return found;
}

/** Undefined where a program nests so deep that following it fills the stack. */
function withinStack<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readActions(text: ScannedText, read: ReadActions): readonly Action[] {
  const { effort } = read;
  if (effort !== undefined) {
    if (effort.left <= 0) return [];
    effort.left -= text.text.length;
  }
  switch (text.language) {
    case "python":
      return readPython(text, read);
    case "javascript":
      return readJavaScript(text, read);
    case "ruby":
    case "perl":
    case "php":
      return readOther(text, read);
    case "other":
      return [...readOther(text, read), ...(text.nesting === undefined ? readShell(text, read) : [])];
    default:
      // Markdown, configuration and prose hold shell commands too.
      return readShell(text, read);
  }
}
