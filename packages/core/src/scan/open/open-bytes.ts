import { baseName } from "../../path/path.ts";
import { scanLimits } from "../limits.ts";
import { decodeText } from "./decode-text.ts";
import type { Archive } from "./formats/archive-entry.ts";
import { detectFormat, type Format } from "./formats/detect-format.ts";
import { gunzipAtMost } from "./formats/inflate.ts";
import { type ImageContent, readGif, readJpeg, readPng, readRiff } from "./formats/read-image.ts";
import { readPdf } from "./formats/read-pdf.ts";
import { isTar, readTar } from "./formats/read-tar.ts";
import { readZip } from "./formats/read-zip.ts";
import { textRuns } from "./formats/text-runs.ts";
import { openEmbedded, openText } from "./open-text.ts";
import { inside, type Opening, reportUnread, type Source } from "./opening.ts";

/** Finds the texts in bytes, whatever their name says. */
export function openBytes(source: Source, bytes: Uint8Array, opening: Opening): void {
  if (bytes.length === 0) return;
  const format = detectFormat(bytes);
  if (format === undefined) openPlain(source, bytes, opening);
  else openers[format](source, bytes, opening);
}

type Opener = (source: Source, bytes: Uint8Array, opening: Opening) => void;

const reportBinary: Opener = (source, _bytes, opening) => reportUnread(opening, source, "binary");

const openers: Readonly<Record<Format, Opener>> = {
  zip: (source, bytes, opening) => openArchive(source, opening, (most) => readZip(bytes, most)),
  tar: (source, bytes, opening) => openArchive(source, opening, (most) => readTar(bytes, most)),
  gzip: openGzip,
  png: (source, bytes, opening) => openImage(source, readPng(bytes), opening),
  jpeg: (source, bytes, opening) => openImage(source, readJpeg(bytes), opening),
  gif: (source, bytes, opening) => openImage(source, readGif(bytes), opening),
  riff: (source, bytes, opening) => openImage(source, readRiff(bytes), opening),
  pdf: openPdf,
  media: openMedia,
  program: reportBinary,
  archive: reportBinary,
  office: reportBinary,
};

function openPlain(source: Source, bytes: Uint8Array, opening: Opening): void {
  const decoded = decodeText(bytes);
  if (decoded === undefined) {
    reportUnread(opening, source, "binary");
    return;
  }
  const { text, isUnusual, binaryFrom } = decoded;
  openText(
    { ...source, disguise: source.disguise ?? (isUnusual ? "unusual-encoding" : undefined) },
    text,
    opening,
  );
  if (binaryFrom === undefined) return;
  const rest = inside(source, "data", "container");
  opening.open(rest, bytes.subarray(binaryFrom));
}

function openImage(source: Source, { texts, appended }: ImageContent, opening: Opening): void {
  if (texts.length > 0) openText(inside(source, "metadata", undefined), texts.join("\n\n"), opening);
  if (appended === undefined) return;
  if (source.depth >= scanLimits.depth) reportUnread(opening, source, "budget");
  else opening.open(inside(source, "appended", "container"), appended);
}

/** Films, sounds and fonts have titles and notes, and a program may start or end like one. */
function openMedia(source: Source, bytes: Uint8Array, opening: Opening): void {
  openText(inside(source, "text", undefined), textRuns(bytes), opening);
}

function openPdf(source: Source, bytes: Uint8Array, opening: Opening): void {
  const { budget } = opening;
  const most = Math.max(1_048_576, Math.min(scanLimits.fileBytes * 2, bytes.length * scanLimits.ratio));
  const content = readPdf(bytes, Math.min(most, budget.left()));
  budget.spend(content.text.length);
  openText(inside(source, "text", undefined), content.text, opening);
  const scripts = content.scripts.map((text) => ({ text, language: "javascript" }) as const);
  const launches =
    content.launches.length === 0 ? [] : [{ text: content.launches.join(" "), language: "shell" } as const];
  for (const [index, { text, language }] of [...scripts, ...launches].entries()) {
    const part = inside(source, `script-${index + 1}`, "container");
    openEmbedded(part, { text, originOf: (span) => span, name: "", language, role: "program" }, opening);
  }
  // What has no bytes but text may be a program whose first line looks like a document's.
  const plain = decodeText(bytes);
  if (plain?.isUnusual === false) openText(source, plain.text, opening);
  if (content.isEncrypted) reportUnread(opening, source, "encrypted");
  else if (content.isIncomplete) reportUnread(opening, source, "unreadable");
}

function openArchive(source: Source, opening: Opening, read: (mostEntries: number) => Archive): void {
  const { budget } = opening;
  if (source.depth >= scanLimits.depth) {
    reportUnread(opening, source, "budget");
    return;
  }
  const archive = read(budget.entriesLeft());
  if (archive.prefix !== undefined) opening.open(inside(source, "start", "container"), archive.prefix);
  for (const entry of archive.entries) {
    const inner = inside(source, entry.path.slice(0, 1024), "container");
    if (!budget.takeEntry()) {
      reportUnread(opening, source, "too-many");
      return;
    }
    const limit = archive.isPlain ? scanLimits.fileBytes : Math.min(scanLimits.fileBytes, budget.left());
    if (limit === 0) {
      reportUnread(opening, source, "budget");
      return;
    }
    const content = entry.read(limit);
    if (content.fault !== undefined) reportUnread(opening, inner, content.fault);
    if (!("bytes" in content)) continue;
    if (!archive.isPlain) budget.spend(content.bytes.length);
    opening.open(inner, content.bytes);
  }
  if (archive.hasMore) reportUnread(opening, source, "too-many");
  if (archive.isDamaged) reportUnread(opening, source, "damaged");
}

function openGzip(source: Source, bytes: Uint8Array, opening: Opening): void {
  const { budget } = opening;
  if (source.depth >= scanLimits.depth) {
    reportUnread(opening, source, "budget");
    return;
  }
  const most = Math.max(1_048_576, bytes.length * scanLimits.ratio);
  const limit = Math.min(most, budget.left());
  const { bytes: content, fault } = gunzipAtMost(bytes, limit);
  if (fault !== undefined) reportUnread(opening, source, fault);
  budget.spend(content.length);
  // A compressed tar archive is one container, not two.
  const name = baseName(source.path)
    .replace(/\.(?:gz|gzip|z)$/i, "")
    .replace(/\.tgz$/i, ".tar");
  if (isTar(content)) opening.open({ ...source, disguise: source.disguise ?? "container" }, content);
  else opening.open(inside(source, name, "container"), content);
}
