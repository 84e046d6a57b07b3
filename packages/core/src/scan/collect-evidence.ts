import type { LoadedSkill } from "../discover/load-skill.ts";
import { linkActions } from "./code/link-actions.ts";
import { readJavaScript } from "./code/read-javascript.ts";
import { readPython } from "./code/read-python.ts";
import type { Action, Evidence, ScannedText, Statement } from "./evidence.ts";
import { openTexts } from "./open/open-texts.ts";
import { readStatements } from "./prose/read-statements.ts";
import { readShell } from "./shell/read-shell.ts";

/** Reads everything in a skill once; rules judge what it returns. */
export function collectEvidence(skill: LoadedSkill): Evidence {
  const { texts, unread } = openTexts(skill);
  const actions = texts.flatMap(readActions);
  return {
    texts,
    actions: linkActions(actions),
    statements: texts.flatMap((text): readonly Statement[] => readStatements(text)),
    unread,
  };
}

function readActions(text: ScannedText): readonly Action[] {
  switch (text.language) {
    case "python":
      return readPython(text, readActions);
    case "javascript":
      return readJavaScript(text, readActions);
    default:
      // Markdown, configuration and prose hold shell commands too.
      return readShell(text, readActions);
  }
}
