import type { LoadedSkill } from "../discover/load-skill.ts";
import { linkActions } from "./code/link-actions.ts";
import { readJavaScript } from "./code/read-javascript.ts";
import { readOther } from "./code/read-other.ts";
import { readPython } from "./code/read-python.ts";
import type { Action, Evidence, ScannedText, Statement, Unread } from "./evidence.ts";
import { scanLimits } from "./limits.ts";
import { openTexts } from "./open/open-texts.ts";
import { readStatements } from "./prose/read-statements.ts";
import { readShell } from "./shell/read-shell.ts";

/** Reads everything in a skill once; rules judge what it returns. */
export function collectEvidence(skill: LoadedSkill): Evidence {
  const { texts, unread } = openTexts(skill);
  const actions: Action[] = [];
  const unfinished: Unread[] = [];
  for (const text of texts) {
    for (const action of readActions(text)) {
      if (actions.length >= scanLimits.actions) break;
      actions.push(action);
    }
    if (actions.length >= scanLimits.actions)
      unfinished.push({ path: text.path, reason: "budget", isUsed: text.isReached });
  }
  return {
    texts,
    actions: linkActions(actions),
    statements: texts.flatMap((text): readonly Statement[] => readStatements(text)),
    unread: [...unread, ...unfinished],
  };
}

function readActions(text: ScannedText): readonly Action[] {
  switch (text.language) {
    case "python":
      return readPython(text, readActions);
    case "javascript":
      return readJavaScript(text, readActions);
    case "ruby":
    case "perl":
    case "php":
      return readOther(text, readActions);
    default:
      // Markdown, configuration and prose hold shell commands too.
      return readShell(text, readActions);
  }
}
