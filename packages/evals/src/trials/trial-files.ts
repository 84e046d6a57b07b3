import { copyFile, lstat, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { limits, SkillError } from "@skillwright/core";
import type { SecretMask } from "@skillwright/core/audit";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256, toFileError } from "@skillwright/core/node";
import { isInside } from "@skillwright/core/path";
import { decodeUtf8 } from "@skillwright/core/text";
import { listOutput } from "@skillwright/runtime";
import { evalsLimits } from "../limits.ts";
import { trialsLimits } from "./limits.ts";
import type { InputFile } from "./run-trial.ts";
import type { TrialFiles, TrialText } from "./trial.ts";

/** Takes a snapshot of a folder; the returned function reports what has changed since. */
export function trackChanges(folder: string, fs: FileSystem): () => TrialFiles {
  const before = hashFiles(folder, fs);
  return () => {
    const after = hashFiles(folder, fs);
    const created = [...after.keys()].filter((path) => !before.has(path));
    const modified = [...after].filter(([path, hash]) => before.has(path) && before.get(path) !== hash);
    const changed = modified.map(([path]) => path);
    return {
      created,
      modified: changed,
      deleted: [...before.keys()].filter((path) => !after.has(path)),
      unchanged: [...after].filter(([path, hash]) => before.get(path) === hash).map(([path]) => path),
      texts: readTexts([...created, ...changed].toSorted(), folder, fs),
    };
  };
}

function hashFiles(folder: string, fs: FileSystem): ReadonlyMap<string, string> {
  return new Map(
    listOutput(folder, fs).files.map(({ path, bytes, changedMs }) => {
      // Do not read huge or unreadable files: size and time are enough.
      const content =
        bytes > trialsLimits.trialFileBytes
          ? undefined
          : readWhole(fs, `${folder}/${path}`, trialsLimits.trialFileBytes);
      return [path, content === undefined ? `${bytes}:${changedMs}` : nodeSha256(content)];
    }),
  );
}

function readTexts(paths: readonly string[], folder: string, fs: FileSystem): readonly TrialText[] {
  const texts: TrialText[] = [];
  let left: number = evalsLimits.trialTextCharacters;
  for (const path of paths.slice(0, evalsLimits.trialTexts)) {
    const text = readText(`${folder}/${path}`, fs);
    if (text === undefined || left === 0) continue;
    const shown = text.slice(0, left);
    left -= shown.length;
    texts.push({ path, text: shown, isCut: shown.length < text.length });
  }
  return texts;
}

function readText(file: string, fs: FileSystem): string | undefined {
  const bytes = readWhole(fs, file, trialsLimits.trialFileBytes);
  return bytes === undefined || bytes.includes(0) ? undefined : decodeUtf8(bytes);
}

/**
 * Copies files into a folder, at most as many bytes as a skill may have. Rejects links, which lead elsewhere,
 * and pipes and devices, which never end. Stops when aborted.
 */
export async function copyInputFiles(
  files: readonly InputFile[],
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  let left: number = limits.digestBytes;
  for (const file of files) {
    if (signal?.aborted) return;
    left -= await copyOne(file, folder, left);
  }
}

/** Returns the number of bytes copied. */
async function copyOne({ from, to }: InputFile, folder: string, left: number): Promise<number> {
  const target = join(folder, to);
  if (target === folder || !isInside(folder, target)) throw invalid(`${to} leads out of the agent's folder`);
  try {
    const found = await lstat(from);
    if (!found.isFile()) throw invalid(`${from} is not a regular file`);
    if (found.size > left)
      throw new SkillError("file-too-large", { path: from, size: found.size, max: limits.digestBytes });
    await mkdir(dirname(target), { recursive: true });
    await copyFile(from, target);
    return found.size;
  } catch (error) {
    throw error instanceof SkillError ? error : toFileError(from, error);
  }
}

function invalid(reason: string): SkillError {
  return new SkillError("option-invalid", { name: "files", reason });
}

/** Two absolute folders; in the first, all links are resolved. */
export type Folders = { readonly from: string; readonly to: string };

/**
 * Saves files of a trial, up to a limit on number and size; holes in a file count. Skips whatever is not a
 * readable file or is behind a link.
 */
export function saveFiles(fs: FileSystem, { from, to }: Folders, paths: readonly string[]): void {
  let left: number = trialsLimits.trialKeptBytes;
  for (const path of paths.slice(0, trialsLimits.trialKeptFiles))
    left -= saveFile(fs, { from: `${from}/${path}`, to: `${to}/${path}` }, left);
}

/** Returns the number of bytes copied. */
export function saveFile(fs: FileSystem, { from, to }: Folders, most: number): number {
  try {
    const { size = most + 1, executable = false } = fs.stat(from) ?? {};
    if (size > most) return 0;
    const read = fs.read(from, most, { isResolved: true });
    if (read.size > read.bytes.length) return 0;
    fs.write(to, read.bytes, { executable });
    return read.size;
  } catch (error) {
    if (error instanceof SkillError) return 0;
    throw error;
  }
}

/** Removes secrets from names and texts of files. */
export function maskFiles(files: TrialFiles, { mask, maskStart }: SecretMask): TrialFiles {
  return {
    created: files.created.map(mask),
    modified: files.modified.map(mask),
    deleted: files.deleted.map(mask),
    unchanged: files.unchanged.map(mask),
    texts: files.texts.map(({ path, text, isCut }) => ({
      path: mask(path),
      text: isCut ? maskStart(text) : mask(text),
      isCut,
    })),
  };
}

/**
 * The files that may be saved: those without a secret in their name or content. Checks no more than is ever
 * saved.
 */
export function listFilesWithoutSecrets(
  paths: readonly string[],
  { fs, folder }: { readonly fs: FileSystem; readonly folder: string },
  { isEmpty, mask, isIn }: SecretMask,
): readonly string[] {
  if (isEmpty) return paths;
  let left: number = trialsLimits.trialKeptBytes;
  return paths.slice(0, trialsLimits.trialKeptFiles).filter((path) => {
    const bytes = mask(path) === path ? readWhole(fs, `${folder}/${path}`, left) : undefined;
    if (bytes === undefined || isIn(bytes)) return false;
    left -= bytes.length;
    return true;
  });
}

/** Undefined for a file that is unreadable, not regular, or too large. */
function readWhole(fs: FileSystem, file: string, most: number): Uint8Array | undefined {
  try {
    const { bytes, size } = fs.read(file, most, { isResolved: true });
    return bytes.length === size ? bytes : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
