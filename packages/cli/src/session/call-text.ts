import { digestFiles, type FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { parseSkill } from "@skillwright/core/parse";
import { formatNumber, isJsonObject } from "@skillwright/core/text";
import { type ApprovalQuestion, toolsLimits } from "@skillwright/runtime";
import type { AgentEvent } from "@skillwright/runtime/agent";
import { absolutePath } from "../input/absolute-path.ts";
import { oneLine, untrustedLines } from "../terminal/safe-text.ts";
import { countOf } from "../terminal/text-width.ts";

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
  if (special === undefined) return [name, ...untrustedLines(JSON.stringify(input) ?? "", columns)];
  if ("lines" in special) return special.lines;
  const { heading = name, parts, rest } = special;
  const others = Object.keys(rest).length === 0 ? [] : [["with", JSON.stringify(rest)] as const];
  const said = [...parts, ...others].flatMap(([label, text]) => [
    ...(label === "" ? [] : [label]),
    ...untrustedLines(text, columns),
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

type SavePlace = {
  readonly fs: Pick<FileSystem, "read">;
  /** Folder for new skills. */
  readonly into: string;
  readonly columns: number;
};

/** Describes the draft that would be installed, from a copy whose digest must match. */
function saveText(draft: DraftNote, { fs, into, columns }: SavePlace): readonly string[] {
  const files = draft.files.map((path) => ({
    path,
    bytes: fs.read(`${draft.folder}/${path}`, toolsLimits.draftCharacters * bytesOfCharacter).bytes,
  }));
  const entries = files.map(({ path, bytes }) => ({ path, hash: nodeSha256(bytes) }));
  if (digestFiles(entries, nodeSha256) !== draft.digest)
    throw new Error(`the copy of the draft in ${draft.folder} was changed, so it cannot be reviewed.`);
  const text = files.find(({ path }) => path === "SKILL.md")?.bytes;
  const { manifest } = parseSkill(new TextDecoder().decode(text));
  const tools = manifest.requestedTools?.map((tool) => tool.text).join(" ") ?? "no list";
  const part = (label: string, words: string): readonly string[] => [
    label,
    ...untrustedLines(words, columns),
  ];
  return [
    ...part("Install a new skill:", draft.name),
    ...part("to", `${into}/${draft.name}`),
    ...part("description", manifest.description ?? ""),
    ...part("allowed-tools", tools),
    ...part(
      "files",
      files.map(({ path, bytes }) => `${path} (${formatNumber(bytes.length)} bytes)`).join("\n"),
    ),
    ...part(
      `the check found ${countOf(draft.findings, "problem")}; review it until you answer in`,
      draft.folder,
    ),
  ];
}

/** Maximum in UTF-8. */
const bytesOfCharacter = 4;

/** The answer of the tool that wrote a draft. */
type DraftNote = {
  readonly name: string;
  readonly digest: string;
  /** Absolute folder with a copy for review. */
  readonly folder: string;
  /** Paths inside it. */
  readonly files: readonly string[];
  /** Number of findings. */
  readonly findings: number;
};

/** The drafts of a run by digest, so that an approval question can describe them. */
export type DraftNotes = {
  hear(event: AgentEvent): void;
  find(digest: string): DraftNote | undefined;
};

export function createDraftNotes(): DraftNotes {
  const notes = new Map<string, DraftNote>();
  const hear = (event: AgentEvent): void => {
    const note = event.type === "subagent" ? undefined : toNote(event);
    if (event.type === "subagent") hear(event.event);
    if (note !== undefined) notes.set(note.digest, note);
  };
  return { hear, find: (digest) => notes.get(digest) };
}

function toNote(event: AgentEvent): DraftNote | undefined {
  if (event.type !== "tool-answered" || event.tool !== "skills_draft" || !event.ok) return undefined;
  const data = isJsonObject(event.output) ? event.output.data : undefined;
  if (!isJsonObject(data)) return undefined;
  const { name, digest, folder, files, findings } = data;
  if (typeof name !== "string" || typeof digest !== "string" || typeof folder !== "string") return undefined;
  const paths: readonly unknown[] = Array.isArray(files) ? files : [];
  return {
    name,
    digest,
    folder,
    files: paths.filter((path) => typeof path === "string"),
    findings: Array.isArray(findings) ? findings.length : 0,
  };
}
