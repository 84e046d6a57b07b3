import { copyFile, lstat, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { limits, SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/discover";
import { toFileError } from "@skillwright/core/node";
import type { GivenFile } from "./trial-task.ts";

/**
 * Copies files into a folder, at most as many bytes as a skill may have. Rejects links, which lead elsewhere,
 * and pipes and devices, which never end. Stops when aborted.
 */
export async function copyGiven(
  files: readonly GivenFile[],
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
async function copyOne({ from, to }: GivenFile, folder: string, left: number): Promise<number> {
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
