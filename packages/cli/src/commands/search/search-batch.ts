import { formatNumber, isJsonObject, parseJson, printable } from "@skillwright/core/text";
import type { OpenedCatalog } from "../../catalog/open-catalog.ts";
import { exitCode } from "../../exit-code.ts";
import { type Line, maxLineBytes, openBatch } from "../../input/read-lines.ts";

import type { Io } from "../../io.ts";
import { createProgress } from "../../terminal/progress.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import type { SearchRequest } from "./search.ts";

/** Buffer size between writes, to save system calls. */
const writeChunk = 64 * 1024;

/**
 * Answers each request of a JSON Lines file with one line, in order. An invalid line is reported, and the others are still
 * answered.
 */
export async function searchBatch(
  { catalog, names, fs }: OpenedCatalog,
  { file, ...options }: SearchRequest & { readonly file: string },
  io: Io,
): Promise<number> {
  const lines = openBatch(fs, file, io);
  const progress = createProgress(io, "Searching:");
  let buffer = "";
  let bad = 0;
  for await (const line of lines) {
    await progress.tick(line.number);
    if (line.text?.trim() === "") continue;
    const request = readRequest(line);
    if (typeof request === "string") {
      bad++;
      await io.err(`skillwright search: line ${line.number} of ${printable(file)}: ${request}\n`);
      continue;
    }
    const hits = await catalog.search(request.query, options);
    const results = hits.map(({ skill, score }) => ({
      path: names.exact(skill.directory),
      score: toScore(score),
    }));
    buffer += `${safeJson({ id: request.id, results })}\n`;
    if (buffer.length < writeChunk) continue;
    await io.out(buffer);
    buffer = "";
  }
  await progress.done();
  await io.out(buffer);
  return bad > 0 ? exitCode.findings : exitCode.ok;
}

type BatchRequest = { readonly id: string | number; readonly query: string };

/** Parses a request, or returns what is wrong with it. */
function readRequest({ text }: Line): BatchRequest | string {
  if (text === undefined) return `it is longer than ${formatNumber(maxLineBytes)} bytes.`;
  // Some editors start files with a byte order mark.
  const value = parseJson(text.replace(/^\ufeff/, ""));
  if (!isJsonObject(value)) return wanted;
  const { id, query } = value;
  if ((typeof id !== "string" && typeof id !== "number") || typeof query !== "string") return wanted;
  return { id, query };
}

const wanted = 'expected a JSON object such as {"id":"q1","query":"extract text from a PDF"}.';

/** Four digits; more would be noise. */
export function toScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
