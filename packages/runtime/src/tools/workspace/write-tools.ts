import { SkillError } from "@skillwright/core";
import type { JsonObject } from "@skillwright/core/text";
import type { Clock } from "../../clock.ts";
import type { Executor } from "../create-tool.ts";
import { toolsLimits } from "../limits.ts";
import type { EditInput, WriteInput } from "./definitions.ts";
import { calledAs, type FilePlaces, placeToWrite } from "./file-places.ts";
import { readTextFile } from "./read-inside.ts";
import { writeInside } from "./write-inside.ts";

export function createWrite(places: FilePlaces, { createId }: Clock): Executor<WriteInput, JsonObject> {
  return async ({ path, content }, call) => {
    const real = placeToWrite(path, call, places);
    const bytes = new TextEncoder().encode(content);
    const { created } = calledAs(path, () => writeInside(real, bytes, { createId }));
    return { path, bytes_written: bytes.length, created };
  };
}

/** Replaces a piece of a file. Reads and writes synchronously, so that concurrent edits do not undo each other. */
export function createEdit(places: FilePlaces, { createId }: Clock): Executor<EditInput, JsonObject> {
  return async (input, call) => {
    const { path } = input;
    const real = placeToWrite(path, call, places);
    return calledAs(path, () => {
      const { text } = readTextFile(real);
      if (text === undefined) throw invalid(`${path} is not a text file`);
      const { edited, count } = replace(text, input);
      writeInside(real, new TextEncoder().encode(edited), { createId });
      return { path, replacements: count };
    });
  };
}

function replace(text: string, input: EditInput): { readonly edited: string; readonly count: number } {
  const { path, old_string: old, new_string: replacement, replace_all: all = false } = input;
  if (old === "") throw invalid("old_string is empty; use write for a new file");
  if (old === replacement) throw invalid("old_string and new_string are the same");
  const pieces = text.split(old);
  const count = pieces.length - 1;
  if (count === 0)
    throw invalid(`old_string is not in ${path}; read the file and copy the piece exactly, spaces included`);
  if (count > 1 && !all)
    throw invalid(`old_string occurs ${count} times in ${path}; include more context, or set replace_all`);
  if (text.length + count * replacement.length > toolsLimits.workspaceFileBytes)
    throw invalid(`${path} would become larger than ${toolsLimits.workspaceFileBytes} bytes`);
  return { edited: pieces.join(replacement), count };
}

function invalid(reason: string): SkillError {
  return new SkillError("tool-input-invalid", { reason });
}
