import type { Language } from "../../evidence.ts";
import { joinPieces, type MappedText, type Piece } from "../mapped-text.ts";
import type { EmbeddedText } from "./embedded-text.ts";
import { type JsonString, readJsonStrings, stringPiece } from "./json-strings.ts";

/** Whether a text is a Jupyter notebook, whatever its name. */
export function isNotebook(text: string): boolean {
  return /^\s{0,100}\{/.test(text.slice(0, 200)) && text.includes('"cells"') && text.includes('"nbformat"');
}

/** The cells of a notebook: prose, programs, the shell commands in them, and what they printed, which agents read too. */
export function readNotebook(text: string): readonly EmbeddedText[] {
  const strings = readJsonStrings(text);
  const kernel = strings.find(({ path }) => path.join(".").endsWith("metadata.language_info.name"))?.value;
  const cells = new Map<string, Cell>();
  for (const string of strings) {
    const [top, index, field] = string.path;
    if (top !== "cells" || index === undefined || field === undefined) continue;
    const cell = cells.get(index) ?? { type: "code", source: [], output: [] };
    if (field === "cell_type") cell.type = string.value;
    else if (field === "source") cell.source.push(stringPiece(string));
    else if (field === "outputs" && isShown(string)) cell.output.push(stringPiece(string));
    cells.set(index, cell);
  }
  return Array.from(cells).flatMap(([index, cell]) => readCell(`cell-${index}`, cell, kernel));
}

type Cell = { type: string; readonly source: Piece[]; readonly output: Piece[] };

function isShown({ path }: JsonString): boolean {
  const name = path.at(-1) ?? "";
  return (
    path.includes("text") || path.includes("text/plain") || path.includes("text/html") || name === "evalue"
  );
}

function readCell(
  name: string,
  { type, source, output }: Cell,
  kernel: string | undefined,
): readonly EmbeddedText[] {
  const outputs: readonly EmbeddedText[] =
    output.length === 0
      ? []
      : [{ ...joinPieces(output), name: `${name}-output`, language: "text", role: "data" }];
  if (source.length === 0) return outputs;
  const whole = joinPieces(source);
  if (type === "markdown") return [{ ...whole, name, language: "markdown" }, ...outputs];
  if (type === "raw") return [{ ...whole, name, language: "text" }, ...outputs];
  return [...splitCode(name, whole, languages.get(kernel?.toLowerCase() ?? "python") ?? "other"), ...outputs];
}

const languages: ReadonlyMap<string, Language> = new Map([
  ["python", "python"],
  ["javascript", "javascript"],
  ["typescript", "javascript"],
  ["bash", "shell"],
  ["powershell", "powershell"],
  ["ruby", "ruby"],
]);

/** Languages that `%%name` in a cell's first line chooses. */
const magics: ReadonlyMap<string, Language> = new Map([
  ["bash", "shell"],
  ["sh", "shell"],
  ["script", "shell"],
  ["system", "shell"],
  ["sx", "shell"],
  ["javascript", "javascript"],
  ["js", "javascript"],
  ["node", "javascript"],
  ["perl", "perl"],
  ["ruby", "ruby"],
  ["html", "text"],
  ["markdown", "markdown"],
  ["writefile", "text"],
]);

/** Lines with `!` go to a shell, `%` lines to the notebook; the rest is the program, with these lines left blank. */
function splitCode(
  name: string,
  { text, originOf }: MappedText,
  language: Language,
): readonly EmbeddedText[] {
  const magic = /^\s{0,20}%%(\w{1,30})[^\n]{0,200}/.exec(text);
  if (magic !== null) {
    const rest = blank(magic[0]) + text.slice(magic[0].length);
    return [{ text: rest, originOf, name, language: magics.get(magic[1] ?? "") ?? language }];
  }
  let hasCommands = false;
  const program: string[] = [];
  const commands: string[] = [];
  for (const line of text.split("\n")) {
    const mark = /^\s{0,40}(?:\w{1,40} ?= ?)?(?:!{1,2}|%(?:sx|system|pip|conda|sc) ?)/.exec(line)?.[0];
    if (mark === undefined) {
      program.push(/^\s{0,40}%/.test(line) ? blank(line) : line);
      commands.push(blank(line));
    } else {
      hasCommands = true;
      program.push(blank(line));
      // `%pip install` is a command as well.
      const keeps = /%(?:pip|conda) ?$/.test(mark);
      commands.push(keeps ? line.replace("%", " ") : blank(mark) + line.slice(mark.length));
    }
  }
  return [
    { text: program.join("\n"), originOf, name, language },
    ...(hasCommands
      ? [{ text: commands.join("\n"), originOf, name: `${name}-commands`, language: "shell" } as const]
      : []),
  ];
}

/** Spaces instead of everything but line breaks, so that offsets stay. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
