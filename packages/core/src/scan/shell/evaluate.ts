import type { Language } from "../evidence.ts";
import type { Shell, Stream } from "./shell.ts";
import { constant, type Value } from "./value.ts";

export type Evaluation = {
  readonly shell: Shell;
  /** What runs it, such as `eval` or `bash`. */
  readonly means: string;
  readonly language: Language;
  /** Standard input of the program. */
  readonly input?: Stream | undefined;
};

/** Runs a value as a program: reports it unless it is plain text of the skill, and reads it as far as it is known. */
export function evaluate(program: Value, { shell, means, language, input }: Evaluation): Value {
  if (!program.isKnown || program.carries.length > 0)
    shell.report({ kind: "evaluate", means, carries: program.carries });
  if (program.text.trim() === "" || program.isRead) return constant("");
  if (language === "shell") return shell.runText(program, input);
  shell.runNested(program, language);
  return { ...constant(""), isKnown: false, carries: program.carries };
}
