import { normalize, sep } from "node:path";
import { printable } from "@skillwright/core/text";

/** An annotation in a pull request. */
export type Annotation = {
  readonly level: "error" | "warning" | "notice";
  /** Path in the repository. */
  readonly file: string;
  readonly title: string;
  readonly message: string;
  readonly start: Place;
  /** Defaults to the start. */
  readonly end?: Place;
};
type Place = { readonly line: number; readonly column?: number };

/** A workflow command that GitHub's runner shows next to the lines of a file. */
export function workflowCommand({ level, file, title, message, start, end = start }: Annotation): string {
  // GitHub rejects columns if an annotation spans several lines.
  const hasColumns = start.line === end.line && start.column !== undefined && end.column !== undefined;
  const columns = hasColumns ? { col: start.column, endColumn: end.column } : {};
  const path = normalize(file).split(sep).join("/");
  const properties = { file: path, line: start.line, endLine: end.line, ...columns, title };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${list.join(",")}::${escapeMessage(message)}`;
}

/** The runner decodes only %25, %0D and %0A in a message, and also %3A and %2C in a property. */
function escapeMessage(text: string): string {
  return printable(encode(text, /[%\r\n]/g));
}

/** A path must stay unchanged to match a file, except for what a terminal obeys or hides; emoji have joiners. */
function escapeProperty(text: string): string {
  return encode(text, /[%\r\n:,]/g).replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, printable);
}

function encode(text: string, special: RegExp): string {
  return text.replace(special, (character) => encodeURIComponent(character));
}
