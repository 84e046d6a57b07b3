import { normalize, sep } from "node:path";
import { printable } from "@skillwright/core/text";

/** What a remark in a pull request is about, and how it is headed. */
export type Annotation = {
  readonly level: "error" | "warning" | "notice";
  /** A path that GitHub can find in the repository. */
  readonly file: string;
  readonly title: string;
  readonly message: string;
  readonly start: Place;
  /** The same as the start when absent. */
  readonly end?: Place;
};
type Place = { readonly line: number; readonly column?: number };

/** A command to GitHub's runner, which shows it beside the lines of a file. */
export function workflowCommand({ level, file, title, message, start, end = start }: Annotation): string {
  // GitHub refuses columns when an annotation spans several lines.
  const hasColumns = start.line === end.line && start.column !== undefined && end.column !== undefined;
  const columns = hasColumns ? { col: start.column, endColumn: end.column } : {};
  const path = normalize(file).split(sep).join("/");
  const properties = { file: path, line: start.line, endLine: end.line, ...columns, title };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${list.join(",")}::${escapeMessage(message)}`;
}

/** The runner turns %25, %0D and %0A back in a message, and %3A and %2C too in a property; nothing else. */
function escapeMessage(text: string): string {
  return printable(encode(text, /[%\r\n]/g));
}

/** A path must stay what it is to match a file, except for what would steer a terminal. */
function escapeProperty(text: string): string {
  return encode(text, /[%\r\n:,]/g).replace(/\p{Cc}/gu, printable);
}

function encode(text: string, special: RegExp): string {
  return text.replace(special, (character) => encodeURIComponent(character));
}
