import type { RunAction } from "../../scan/evidence.ts";

const interpreter =
  /^(?:(?:ba|z|da|k|a|fi|c|tc|r)?sh|python[\d.]{0,5}|pypy3?|node|nodejs|deno|bun|tsx|perl|ruby|php|pwsh|powershell|osascript|lua|tclsh|g?awk|mawk|rscript|cmd|source|\.|iex|invoke-expression|mshta|wscript|cscript|rundll32|regsvr32)$/i;

export function isInterpreter(program: string): boolean {
  return program.length < 32 && interpreter.test(program.replace(/\.exe$/i, ""));
}

export function isShell(program: string): boolean {
  return /^(?:(?:ba|z|da|k|a|fi|c|tc)?sh|cmd(?:\.exe)?|pwsh|powershell(?:\.exe)?)$/i.test(program);
}

/** The file that an interpreter runs; undefined if it reads its program from standard input or an argument. */
export function scriptOf({ program, words }: RunAction): string | undefined {
  if (!isInterpreter(program)) return undefined;
  for (const word of words) {
    if (word === undefined || /^-(?:c|e|m|Command|EncodedCommand|-eval)$/i.test(word)) return undefined;
    if (word === "-" || word === "-s" || word === "/dev/stdin") return undefined;
    if (!word.startsWith("-") && word !== "run") return word;
  }
  return undefined;
}

/** Whether an interpreter gets its program through a pipe or redirection. */
export function readsProgram(action: RunAction): boolean {
  const { program, words } = action;
  if (!isInterpreter(program)) return false;
  if (
    words.some(
      (word) =>
        word !== undefined &&
        /^(?:-[a-z]{0,6}[cem]|-Command|-EncodedCommand|-File|--eval)$/i.test(word) &&
        !/^-s/.test(word),
    )
  )
    return false;
  return scriptOf(action) === undefined;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
