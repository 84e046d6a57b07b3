import { SkillError } from "@skillwright/core";
import { digestSkill, type FileSystem, type LoadedSkill, loadSkill } from "@skillwright/core/discover";
import { createNodeFileSystem, createNodeWatcher, nodeSha256 } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { interruptedExitCode } from "../../session/user-session.ts";
import { nameOf } from "./find-tested-skills.ts";

/** Does a round for all skills, then one for those that have changed, until the user ends it. */
export async function watchSkills(
  skills: readonly LoadedSkill[],
  round: (skills: readonly LoadedSkill[]) => Promise<number>,
  io: Io,
): Promise<number> {
  const directories = skills.map(({ directory }) => directory);
  let isStale = false;
  // Listen before the first round, so that changes during it cause another round.
  const stop = createNodeWatcher()(directories, () => {
    isStale = true;
  });
  const changes = createChanges(directories);
  try {
    let changed = changes();
    for (;;) {
      const code = await tryRound(() => round(changed), io);
      if (interruptedExitCode(io) === undefined) await io.err(waiting);
      do {
        if (interruptedExitCode(io) !== undefined || !(await io.wait(lookEveryMs)))
          return interruptedExitCode(io) ?? code;
        changed = isStale ? changes() : [];
        isStale = false;
      } while (changed.length === 0);
      await io.err(`\n${changed.map(nameOf).map(printable).join(", ")} changed.\n\n`);
    }
  } finally {
    stop();
  }
}

const waiting = "\nWaiting for changes; Ctrl-C ends.\n";
const lookEveryMs = 100;

/** A failed round, for example because of a missing case, may succeed after the next change. */
async function tryRound(run: () => Promise<number>, io: Io): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await io.err(`skillwright test: ${error.message}\n`);
    return exitCode.usage;
  }
}

/** The skills that changed since the last call, read again; all of them the first time. */
function createChanges(directories: readonly string[]): () => readonly LoadedSkill[] {
  const fs = createNodeFileSystem();
  const known = new Map<string, string>();
  return () => {
    const changed = directories.filter((directory) => {
      const digest = digestOf(directory, fs);
      const isChanged = known.get(directory) !== digest;
      known.set(directory, digest);
      return isChanged;
    });
    return changed.map((directory) => loadSkill(fs, directory));
  };
}

/** Unreadable is a state like any other: it changes when the file is fixed. */
function digestOf(directory: string, fs: FileSystem): string {
  try {
    return digestSkill(fs, directory, nodeSha256);
  } catch (error) {
    if (error instanceof SkillError) return error.code;
    throw error;
  }
}
