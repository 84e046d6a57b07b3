import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";

/**
 * When this machine first saw a commit, in ISO 8601. The date in a commit is what its author wrote, so that a policy cannot rely on it
 * alone. Where nothing can be written, every time is the first.
 */
export async function firstSeen(folder: string, commit: SeenCommit): Promise<string> {
  const name = createHash("sha256").update(`${commit.url} ${commit.commit}`).digest("hex");
  const path = `${folder}/${seenFolder}/${name}`;
  const now = new Date(commit.now).toISOString();
  try {
    await mkdir(`${folder}/${seenFolder}`, { recursive: true, mode: 0o700 });
    await writeFile(path, now, { flag: "wx" });
    return now;
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
  const time = Date.parse(await readFile(path, "utf8").catch(() => ""));
  return Number.isNaN(time) || time > commit.now ? now : new Date(time).toISOString();
}

type SeenCommit = { readonly url: string; readonly commit: string; readonly now: number };

export const seenFolder = "seen";
