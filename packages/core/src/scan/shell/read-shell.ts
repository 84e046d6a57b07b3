import type { Action, Language, ReadActions, ScannedText } from "../evidence.ts";
import { createQuotationJudge } from "../prose/quotation.ts";
import { createSession } from "./create-shell.ts";
import { findCommands } from "./find-commands.ts";

/** What the shell commands in a text do: a script's, or those in code blocks, code spans and list items of a document. */
export function readShell(source: ScannedText, read: ReadActions): readonly Action[] {
  const isQuoted = createQuotationJudge(source);
  const session = createSession({ source, isQuoted, read });
  if (programs.has(source.language))
    session.run({ text: source.text, language: source.language, setting: "program", spanOf: (span) => span });
  else if (!readElsewhere.has(source.language) && !buildFile.test(source.path.slice(-200))) {
    for (const commands of findCommands(source)) {
      if (programs.has(commands.language)) session.run(commands);
      else session.runOther(commands);
    }
  }
  return session.finish();
}

/** Programs in these languages have readers of their own. */
const readElsewhere: ReadonlySet<Language> = new Set(["python", "javascript", "ruby", "perl", "php"]);
/** Their commands are texts of their own. */
const buildFile =
  /(?:^|\/)(?:package\.json|(?:docker|make|just|container)file[\w.-]{0,40}|\.github\/workflows\/[^/]{1,100})$/i;

const programs: ReadonlySet<Language> = new Set(["shell", "powershell", "batch"]);
