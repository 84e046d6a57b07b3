import { isJsonObject } from "@skillwright/core/text";
import { fitText } from "../../terminal/fit-text.ts";

export type ShownCall = { readonly tool: string; readonly input: unknown };

/** A tool call on one line, safe to print: `bash git status`. */
export function callLine({ tool, input }: ShownCall, columns: number): string {
  return fitText(`${tool} ${sayInput(input)}`, columns);
}

function sayInput(input: unknown): string {
  if (!isJsonObject(input)) return input === undefined ? "" : JSON.stringify(input);
  const said = telling.flatMap((field) => words(input[field]));
  if (said.length > 0) return said.join(" ");
  return Object.keys(input).length === 0 ? "" : JSON.stringify(input);
}

/** Fields that identify a call, in reading order. */
const telling = ["skill", "name", "command", "script", "args", "pattern", "query", "path"];

function words(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((word) => typeof word === "string" && word !== "");
}
