import { cutEnd } from "@skillwright/core/text";
import type { Turn } from "./decide-turn.ts";

export type Instructions = {
  /** Name of the skill. */
  readonly skill: string;
  /** The activation text. */
  readonly text: string;
  readonly task: string;
  /** Absolute folder of the user's files, if known. */
  readonly workspace: string | undefined;
};

/**
 * What is possible without understanding: run the first script whose command line needs no further input, otherwise read the
 * first document that the instructions name.
 */
export function followInstructions(instructions: Instructions, tools: ReadonlySet<string>): Turn | undefined {
  const [text = "", list = ""] = instructions.text.split("\n<skill_resources>\n");
  const files = filesOf(list);
  const script = tools.has("skills_run_script") ? findScript({ ...instructions, text }, files) : undefined;
  if (script !== undefined) return script;
  const path = documentsIn(text).find((one) => files.has(one));
  if (path === undefined || !tools.has("skills_read_file")) return undefined;
  const input = { name: instructions.skill, path };
  return { text: `The instructions mention ${path}; reading it.`, call: { tool: "skills_read_file", input } };
}

/** The files listed at the end of the activation. */
function filesOf(list: string): ReadonlySet<string> {
  return new Set([...list.matchAll(/^ {2}<file>([^<]+)<\/file>$/gm)].map(([, path = ""]) => path));
}

function documentsIn(text: string): readonly string[] {
  return [...text.matchAll(/\breferences\/[\w./-]*\w/g)].map(([path]) => path);
}

function findScript(instructions: Instructions, files: ReadonlySet<string>): Turn | undefined {
  for (const { script, words } of commandsIn(instructions.text)) {
    const args = fillIn(words, instructions, files);
    if (!files.has(script) || args === undefined) continue;
    const line = [script, ...args].join(" ");
    const input = { name: instructions.skill, script, ...(args.length === 0 ? {} : { args }) };
    const text = `The instructions contain the command \`${line}\`; running it.`;
    return { text, call: { tool: "skills_run_script", input } };
  }
  return undefined;
}

type CommandLine = { readonly script: string; readonly words: readonly string[] };

/** Code block lines that start a script without shell syntax: `python3 scripts/check.py data.csv`. */
function commandsIn(text: string): readonly CommandLine[] {
  const blocks = [...text.matchAll(/^ *```(?:bash|sh|shell|console)\n([\s\S]*?)^ *```/gm)];
  const lines = blocks.flatMap(([, block = ""]) => block.split("\n"));
  return lines.flatMap((line) => {
    const found = /^\s*(?:\$ )?(?:[\w.-]+ )?(?:\S*\/)?(scripts\/[\w./-]+)((?: [\w.,:=@/+-]+)*)\s*$/.exec(
      line,
    );
    const [, script, words = ""] = found ?? [];
    return script === undefined ? [] : [{ script, words: words.split(" ").filter((word) => word !== "") }];
  });
}

/** Replaces example files with the user's files; undefined if a placeholder remains. */
function fillIn(
  words: readonly string[],
  { task, workspace }: Instructions,
  files: ReadonlySet<string>,
): readonly string[] | undefined {
  const filled = words.map((word) => {
    if (isPlaceholder(word)) return undefined;
    const ending = /^[^-].*(\.[a-z]\w{0,7})$/i.exec(word)?.[1];
    if (ending === undefined || files.has(word)) return word;
    return findFile(task, ending, workspace);
  });
  return filled.every((word) => word !== undefined) ? filled : undefined;
}

/** `PROJECT_DIRECTORY`, `path/to/file`, `your-name`. */
function isPlaceholder(word: string): boolean {
  return /^[A-Z][A-Z0-9_-]+$/.test(word) || /\b(?:path\/to|your|example)\b/i.test(word);
}

/** A file that the user named, as an absolute path, since scripts run in their skill's folder. */
function findFile(task: string, ending: string, workspace: string | undefined): string | undefined {
  const words = task.split(/[\s"'`“”„‘’«»,;()<>]+/).map((word) => cutEnd(word, /[.?!:]/));
  const file = words.find((word) => word.toLowerCase().endsWith(ending.toLowerCase()) && word !== ending);
  if (file === undefined || file.startsWith("/")) return file;
  return workspace === undefined ? undefined : `${workspace}/${file}`;
}
