import { limits, SkillError } from "@skillwright/core";
import { truncateAtLine } from "@skillwright/core/activate";
import { isScript } from "@skillwright/core/discover";
import { isInside } from "@skillwright/core/path";
import type { JsonObject } from "@skillwright/core/text";
import type { ActiveSkill } from "../../session/session.ts";
import type { Executor } from "../create-tool.ts";
import type { ReadInput } from "./definitions.ts";
import { calledAs, type FilePlaces, placeToRead } from "./file-places.ts";

import { readTextFile } from "./read-inside.ts";

/** Reads a text file, or reports that it is binary. */
export function createRead(
  places: FilePlaces,
  active: () => readonly ActiveSkill[],
): Executor<ReadInput, JsonObject> {
  return async (input, call) => {
    const { path } = input;
    const real = placeToRead(path, call, places);
    const { bytes, text } = calledAs(path, () => readTextFile(real));
    refuseScript({ real, bytes, active: active() });
    const facts = { path, size_bytes: bytes.length };
    return text === undefined
      ? { ...facts, binary: true }
      : { ...facts, encoding: "utf-8", ...cut(text, input) };
  };
}

/** Scripts of an active skill are run; their text would only fill the context. */
function refuseScript(file: {
  readonly real: string;
  readonly bytes: Uint8Array;
  readonly active: readonly ActiveSkill[];
}): void {
  const skill = file.active.find(({ directory }) => isInside(directory, file.real));
  if (skill === undefined) return;
  const path = file.real.slice(skill.directory.length + 1);
  if (isScript(path, file.bytes)) throw new SkillError("skill-script-unreadable", { name: skill.id, path });
}

function cut(text: string, { offset = 1, limit }: ReadInput): JsonObject {
  const lines = text.split("\n");
  // A trailing line break does not start another line.
  if (lines.at(-1) === "") lines.pop();
  const wanted = lines.slice(offset - 1, limit === undefined ? undefined : offset - 1 + limit);
  const content = truncateAtLine(wanted.join("\n"), limits.readFileBytes);
  const shown = content === "" && wanted.length === 0 ? 0 : content.split("\n").length;
  const end = offset - 1 + shown;
  return {
    content,
    start_line: offset,
    end_line: end,
    total_lines: lines.length,
    truncated: end < lines.length,
  };
}
