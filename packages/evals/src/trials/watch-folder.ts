import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { decodeUtf8 } from "@skillwright/core/text";
import { listOutput } from "@skillwright/runtime";
import { evalsLimits } from "../limits.ts";
import { trialsLimits } from "./limits.ts";
import type { TrialFiles, TrialText } from "./trial.ts";

/** Takes a snapshot of a folder; the returned function reports what has changed since. */
export function watchFolder(folder: string, fs: FileSystem): () => TrialFiles {
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
      const content = bytes > trialsLimits.trialFileBytes ? undefined : readBytes(`${folder}/${path}`, fs);
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
  const bytes = readBytes(file, fs);
  return bytes === undefined || bytes.includes(0) ? undefined : decodeUtf8(bytes);
}

/** Undefined for a file that is unreadable, not regular, or too large. */
function readBytes(file: string, fs: FileSystem): Uint8Array | undefined {
  try {
    const { bytes, size } = fs.read(file, trialsLimits.trialFileBytes, { isResolved: true });
    return bytes.length === size ? bytes : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
