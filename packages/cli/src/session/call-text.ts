import type { FileSystem } from "@skillwright/core/discover";
import { isJsonObject } from "@skillwright/core/text";
import type { ApprovalQuestion } from "@skillwright/runtime";
import { absolutePath } from "../input/absolute-path.ts";
import { oneLine } from "../terminal/fit-text.ts";
import { foreignLines } from "../terminal/foreign-lines.ts";
import type { DraftNotes } from "./draft-notes.ts";
import { saveText } from "./save-text.ts";

/** Context of a call that affects how it is shown. */
export type CallPlace = {
  readonly fs: Pick<FileSystem, "read" | "stat">;
  readonly cwd: string;
  readonly home: string;
  readonly columns: number;
  /** Set for agents that write skills. */
  readonly authoring?: { readonly drafts: DraftNotes; readonly into: string };
};

/** The full call as lines for an approval question, marked so that its content cannot imitate our own output. */
export function callText({ tool, input }: ApprovalQuestion, place: CallPlace): readonly string[] {
  const { columns } = place;
  const name = oneLine(tool);
  const special = isJsonObject(input) ? describe(tool, input, place) : undefined;
  if (special === undefined) return [name, ...foreignLines(JSON.stringify(input) ?? "", columns)];
  if ("lines" in special) return special.lines;
  const { heading = name, parts, rest } = special;
  const others = Object.keys(rest).length === 0 ? [] : [["with", JSON.stringify(rest)] as const];
  const said = [...parts, ...others].flatMap(([label, text]) => [
    ...(label === "" ? [] : [label]),
    ...foreignLines(text, columns),
  ]);
  return [heading, ...said];
}

type Part = readonly [label: string, text: string];
type Description =
  | { readonly lines: readonly string[] }
  /** `rest` holds the fields that the parts do not show. */
  | { readonly heading?: string; readonly parts: readonly Part[]; readonly rest: object };

/** Readable forms of common calls; undefined for other tools and unexpected input. */
function describe(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  place: CallPlace,
): Description | undefined {
  switch (tool) {
    case "bash": {
      const { command, ...rest } = input;
      return typeof command === "string" ? { parts: [["", command]], rest } : undefined;
    }
    case "write": {
      const { path, content, ...rest } = input;
      if (typeof path !== "string" || typeof content !== "string") return undefined;
      const heading = isThere(path, place) ? "write, replacing the existing file" : "write a new file";
      return {
        heading,
        parts: [
          ["", path],
          ["content", content],
        ],
        rest,
      };
    }
    case "edit": {
      const { path, old_string: old, new_string: text, ...rest } = input;
      if (typeof path !== "string" || typeof old !== "string" || typeof text !== "string") return undefined;
      return {
        parts: [
          ["", path],
          ["replace", old],
          ["with", text],
        ],
        rest,
      };
    }
    case "skills_save":
      return describeSave(input, place);
    default:
      return undefined;
  }
}

/** Assumes that an unreadable path exists. */
function isThere(path: string, { fs, cwd, home }: CallPlace): boolean {
  try {
    return fs.stat(absolutePath(path, cwd, home)) !== undefined;
  } catch {
    return true;
  }
}

function describeSave(
  { digest }: Readonly<Record<string, unknown>>,
  { fs, columns, authoring }: CallPlace,
): Description | undefined {
  const draft = typeof digest === "string" ? authoring?.drafts.find(digest) : undefined;
  if (authoring === undefined || draft === undefined) return undefined;
  return { lines: saveText(draft, { fs, into: authoring.into, columns }) };
}
