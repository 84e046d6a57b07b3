import { limits, SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { decodeUtf8 } from "@skillwright/core/text";
import { listOutput } from "@skillwright/runtime";
import type { TrialFiles, TrialText } from "./trial.ts";

/** Remembers what is in a folder; the answer tells what has become of it since. */
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
      // Nobody waits for gigabytes to be read, and some files cannot be: size and time tell enough.
      const content = bytes > limits.trialFileBytes ? undefined : readBytes(`${folder}/${path}`, fs);
      return [path, content === undefined ? `${bytes}:${changedMs}` : nodeSha256(content)];
    }),
  );
}

function readTexts(paths: readonly string[], folder: string, fs: FileSystem): readonly TrialText[] {
  const texts: TrialText[] = [];
  let left: number = limits.trialTextCharacters;
  for (const path of paths.slice(0, limits.trialTexts)) {
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

/** Nothing for a file that an agent has closed to us, that is none any more, or that is too large. */
function readBytes(file: string, fs: FileSystem): Uint8Array | undefined {
  try {
    const { bytes, size } = fs.read(file, limits.trialFileBytes, { isResolved: true });
    return bytes.length === size ? bytes : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
