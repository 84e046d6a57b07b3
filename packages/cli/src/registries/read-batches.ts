import { SkillError } from "@skillwright/core";
import { type ChainEnd, chainStart, readLink } from "@skillwright/core/audit";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { readAuditLines } from "../input/audit-lines.ts";
import type { Io } from "../io.ts";
import type { UploadState } from "./upload-state.ts";

/** Consecutive lines to upload. */
export type LogBatch = {
  readonly stream: string;
  readonly lines: readonly string[];
  /** Chain hash of each line. */
  readonly hashes: readonly string[];
  /** Where the log goes on after them. */
  readonly end: ChainEnd & { readonly offset: number };
};

type LogPlace = { readonly path: string; readonly fs: FileSystem; readonly io: Pick<Io, "stream"> };

/** The lines of a log after those that a hub has. A line whose writer was interrupted is not one yet. */
export async function* readBatches(place: LogPlace, state: UploadState): AsyncGenerator<LogBatch> {
  const { path, fs } = place;
  if (fs.stat(path) === undefined) return;
  const damaged = (reason: string): SkillError => new SkillError("audit-damaged", { path, reason });
  let { stream } = state;
  // A log that was pruned since has its lines elsewhere; then it is read from its beginning.
  let position = await findStart(place, state);
  let end: ChainEnd = state.sequence === 0 || position === 0 ? chainStart : state;
  let isFirst = position === 0;
  let batch: { lines: string[]; hashes: string[]; bytes: number } = { lines: [], hashes: [], bytes: 0 };
  const take = (): LogBatch => {
    const { lines, hashes } = batch;
    batch = { lines: [], hashes: [], bytes: 0 };
    return { stream, lines, hashes, end: { sequence: end.sequence, hash: end.hash, offset: position } };
  };
  for await (const text of readWholeLines(place, position)) {
    const link = text === undefined ? undefined : readLink(text, nodeSha256);
    if (text === undefined || !link?.sound) throw damaged(`line after record ${end.sequence}`);
    const isContinued = link.sequence === end.sequence + 1 && link.previous === end.hash;
    // Only the first line of a pruned log may start in the middle.
    const mayStart =
      link.sequence <= state.sequence ||
      (link.previous === state.hash && link.sequence === state.sequence + 1);
    if (!isContinued && !(isFirst && mayStart))
      throw damaged(`record ${link.sequence} does not follow record ${end.sequence}`);
    if (isFirst && link.sequence === 1) stream = stream === "" ? link.hash.slice(0, streamLength) : stream;
    if (stream === "") throw damaged("its beginning is missing");
    if (link.sequence === state.sequence && link.hash !== state.hash)
      throw damaged(`record ${link.sequence} is not the one that was uploaded`);
    isFirst = false;
    end = { sequence: link.sequence, hash: link.hash };
    position += text.length + 1;
    if (link.sequence <= state.sequence) continue;
    batch.lines.push(text);
    batch.hashes.push(link.hash);
    batch.bytes += text.length;
    if (batch.lines.length >= linesPerBatch || batch.bytes >= bytesPerBatch) yield take();
  }
  if (end.sequence < state.sequence)
    throw damaged(`records ${end.sequence + 1} to ${state.sequence} are missing`);
  if (batch.lines.length > 0) yield take();
}

/** As many as a hub takes. */
const linesPerBatch = 500;
/** Half of what a hub takes, since escaping may double a line. */
const bytesPerBatch = 1_048_576;
/** Hexadecimal digits of the first line's hash that name a log. */
const streamLength = 32;

/** The remembered offset, if the line there continues the log; otherwise 0. */
async function findStart(place: LogPlace, { offset, sequence, hash }: UploadState): Promise<number> {
  if (offset === 0) return 0;
  for await (const text of readWholeLines(place, offset)) {
    const link = text === undefined ? undefined : readLink(text, nodeSha256);
    return link?.sequence === sequence + 1 && link.previous === hash ? offset : 0;
  }
  return place.fs.stat(place.path)?.size === offset ? offset : 0;
}

/** Lines that end with a line break; undefined for one that is longer than any record. */
async function* readWholeLines({ path, io }: LogPlace, start: number): AsyncGenerator<string | undefined> {
  for await (const { text, ended } of readAuditLines({ path, exists: true }, io, start))
    if (ended) yield text;
}
