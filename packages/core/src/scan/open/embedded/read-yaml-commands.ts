import { joinPieces, type Piece } from "../mapped-text.ts";
import type { EmbeddedText } from "./embedded-text.ts";
import { isWordList, readWordList } from "./word-list.ts";

const commandKey =
  /^([ \t]{0,200}(?:- {1,8})?)["']?((?:ansible\.(?:builtin|windows)\.|win_)?(?:run|script|before_script|after_script|command|entrypoint|entry|cmd|cmds|commands|args|shell|raw|exec))["']?[ \t]{0,8}:(?:[ \t]{1,200}|$)/;

type Line = { readonly text: string; readonly start: number };

/**
 * Commands of YAML files that run them, read by indentation alone: of a key's value, its block, or its list. Nothing is parsed, so a
 * file that is broken elsewhere hides nothing.
 */
export function readYamlCommands(text: string): readonly EmbeddedText[] {
  const lines = linesOf(text);
  const found: EmbeddedText[] = [];
  for (let index = 0; index < lines.length; index++) {
    const { text: line, start } = lines[index] ?? { text: "", start: 0 };
    const match = commandKey.exec(line);
    if (match === null) continue;
    const indentation = (match[1] ?? "").length;
    const value = line.slice(match[0].length);
    const isBlock = value.trim() === "" || /^[|>][-+\d]{0,3}\s*(?:#.*)?$/.test(value);
    // A mapping's values have keys of their own.
    if (value.trim() === "" && isMapping(lines[index + 1]?.text ?? "")) continue;
    const pieces: Piece[] = [];
    if (!isBlock) pieces.push(toPiece(unquoted(value), start + match[0].length));
    // Lines that are indented further belong to it; a list may stand as deep as its key.
    while (index + 1 < lines.length) {
      const next = lines[index + 1] ?? { text: "", start: 0 };
      const depth = next.text.length - next.text.trimStart().length;
      const belongs = depth > indentation || (isBlock && depth === indentation && next.text[depth] === "-");
      if (next.text.trim() !== "" && !belongs) break;
      index++;
      if (isBlock || next.text.trim() !== "") pieces.push(listItem(next));
    }
    const name = `${match[2] ?? ""}-${found.length + 1}`;
    found.push({ ...joinPieces(pieces, "\n"), name, language: "shell", role: "program" });
  }
  return found;
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const at = start;
    start += line.length + 1;
    return { text: line.endsWith("\r") ? line.slice(0, -1) : line, start: at };
  });
}

function toPiece(text: string, start: number): Piece {
  return { text, origin: { start, end: start + text.length } };
}

function isMapping(line: string): boolean {
  return /^\s{0,200}(?:- {1,8})?[\w.-]{1,60}:(?:\s|$)/.test(line);
}

/** The opening quote becomes a space, so that offsets stay. */
function unquoted(value: string): string {
  if (isWordList(value)) return readWordList(value);
  const quoted = /^(["'])(.*)\1\s*$/.exec(value);
  return quoted === null ? value : ` ${quoted[2] ?? ""}`;
}

function listItem({ text, start }: Line): Piece {
  const item = /^\s{0,200}- {1,8}/.exec(text);
  if (item === null) return toPiece(text, start);
  return toPiece(unquoted(text.slice(item[0].length)), start + item[0].length);
}
