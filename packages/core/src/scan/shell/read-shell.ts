import type { Action, ReadActions, ScannedText } from "../evidence.ts";
import { createQuotationJudge } from "../prose/quotation.ts";
import { createSession } from "./create-shell.ts";
import { findCommands } from "./find-commands.ts";

/** What the shell commands in a text do: a script's, or those in code blocks, code spans and list items of a document. */
export function readShell(source: ScannedText, read: ReadActions): readonly Action[] {
  const isQuoted = createQuotationJudge(source);
  const session = createSession({ source, isQuoted, read });
  if (source.language === "shell")
    session.run({ text: source.text, setting: "program", spanOf: (span) => span });
  else if (source.language === "markdown" || source.language === "text") {
    for (const { language, ...commands } of findCommands(source)) {
      if (language === "shell") session.run(commands);
      else session.runOther(commands, language);
    }
  }
  return session.finish();
}
