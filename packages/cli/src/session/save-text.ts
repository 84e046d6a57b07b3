import { digestFiles, type FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { parseSkill } from "@skillwright/core/parse";
import { formatNumber } from "@skillwright/core/text";
import { toolsLimits } from "@skillwright/runtime";
import { countOf } from "../terminal/count-of.ts";
import { foreignLines } from "../terminal/foreign-lines.ts";
import type { DraftNote } from "./draft-notes.ts";

export type SavePlace = {
  readonly fs: Pick<FileSystem, "read">;
  /** Folder for new skills. */
  readonly into: string;
  readonly columns: number;
};

/** Describes the draft that would be installed, from a copy whose digest must match. */
export function saveText(draft: DraftNote, { fs, into, columns }: SavePlace): readonly string[] {
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
  const part = (label: string, words: string): readonly string[] => [label, ...foreignLines(words, columns)];
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
