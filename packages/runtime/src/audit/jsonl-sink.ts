import { limits, SkillError } from "@skillwright/core";
import { type AuditEvent, type AuditSink, chainStart, toEventText } from "@skillwright/core/audit";
import { systemClock } from "../clock.ts";
import { advanceHead, type SyncFile, syncAtOnce, syncFile } from "./head-file.ts";
import { codeOf, createLocking, type WithLock } from "./lock-file.ts";
import { createLogFile, type Entry, type LogFile } from "./log-file.ts";

export type JsonlSinkOptions = {
  /** The log, such as `audit.jsonl`; its lock and head are next to it. */
  readonly path: string;
  /**
   * What an append waits for. `written` (default): the operating system has it, so a crash of this process
   * loses nothing; the disk follows within 50 ms. `synced`: the disk has it, so a power failure loses nothing.
   */
  readonly durability?: "written" | "synced";
  /** How long to wait for other processes that write to the log. */
  readonly waitMs?: number;
};

/** Appends events to a file of JSON lines, chained by hashes. Several processes may append to the same file. */
export function createJsonlSink({ path, durability, waitMs = 5000 }: JsonlSinkOptions): AuditSink {
  const log = createLogFile(path);
  const { withLock, close: closeLock } = createLocking(path, waitMs);
  let timer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;
  // A hook's process ends with its log: starting threads for this would take longer than waiting.
  const sync: SyncFile = (file) => (closing === undefined ? syncFile(file) : syncAtOnce(file));
  const settle = createSettling({ path, log, withLock, sync });
  /** Failure of background work, reported by the next append. */
  let failure: unknown;
  const settleSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      settle().catch((error: unknown) => {
        failure = error;
      });
    }, settleMs).unref();
  };
  const writer = createWriter(async (entries) => {
    await withLock(() => log.write(entries()));
    if (durability === "synced") await syncFile(path);
    settleSoon();
  });
  const finish = async (): Promise<void> => {
    await writer.idle();
    clearTimeout(timer);
    timer = undefined;
    await settle();
  };
  const failing = (error: unknown): never => {
    throw toAuditFailure(path, error);
  };
  return {
    append: async (event) => {
      if (closing !== undefined) throw new SkillError("audit-unavailable", { path, reason: "it is closed" });
      if (failure !== undefined) throw toAuditFailure(path, takeFailure());
      await writer.add(toEntry(event, path)).catch(failing);
    },
    flush: () => finish().catch(failing),
    close: () => {
      closing ??= finish()
        .finally(() => {
          log.close();
          closeLock();
        })
        .catch(failing);
      return closing;
    },
  };

  function takeFailure(): unknown {
    const error = failure;
    failure = undefined;
    return error;
  }
}

/** How much a power failure may lose. */
const settleMs = 50;

function toEntry(event: AuditEvent, path: string): Entry {
  const text = toEventText(event);
  if (text.length <= longestText) return { event, text };
  throw new SkillError("audit-unavailable", { path, reason: `an event has ${text.length} characters` });
}

/** Linking adds at most this much. */
const longestText = limits.auditLineBytes - 1024;

type SettlingParts = {
  readonly path: string;
  readonly log: LogFile;
  readonly withLock: WithLock;
  readonly sync: SyncFile;
};

/** Syncs what was written to disk, then records it in the head. */
function createSettling({ path, log, withLock, sync }: SettlingParts): () => Promise<void> {
  let settled = chainStart.hash;
  return coalesce(async () => {
    const end = log.end();
    if (end.hash === settled || !log.isInPlace()) return;
    await sync(path);
    await withLock(() => {
      if (log.isInPlace()) advanceHead(path, end);
    });
    settled = end.hash;
  });
}

/** How long appends may keep the event loop busy. */
const longestTurnMs = 5;

type Writer = {
  add(entry: Entry): Promise<void>;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
};
type Waiting = { readonly entry: Entry; resolve(): void; reject(error: unknown): void };

/** Batches what is added in one turn of the event loop, or during an earlier write, into one write. */
function createWriter(write: (entries: () => readonly Entry[]) => Promise<void>): Writer {
  let queue: Waiting[] = [];
  let isBusy = false;
  let work = Promise.resolve();
  let lastTurn: number | undefined;
  const drain = async (): Promise<void> => {
    // Ticks run after all ready promises, so their appends join the same batch.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    // But endless ticks would starve timers and sockets for as long as a caller keeps appending.
    lastTurn ??= systemClock.elapsed();
    if (systemClock.elapsed() - lastTurn > longestTurnMs) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      lastTurn = systemClock.elapsed();
    }
    while (queue.length > 0) {
      let batch: Waiting[] = [];
      const take = (): readonly Entry[] => {
        [batch, queue] = [queue, []];
        return batch.map(({ entry }) => entry);
      };
      try {
        await write(take);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        if (batch.length === 0) take();
        for (const { reject } of batch) reject(error);
      }
    }
    isBusy = false;
  };
  return {
    add: (entry) =>
      new Promise((resolve, reject) => {
        queue.push({ entry, resolve, reject });
        if (isBusy) return;
        isBusy = true;
        work = drain();
      }),
    idle: () => work,
  };
}

/** Coalesces requests: one run at a time, and at most one more for all who ask during it. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    next = undefined;
    const run = work().finally(() => {
      if (running === run) running = undefined;
    });
    running = run;
    return run;
  };
  return () => {
    if (running === undefined) return start();
    next ??= running.then(start, start);
    return next;
  };
}

/** Turns a system error into the reason why a log cannot be written; other errors are bugs and pass through. */
function toAuditFailure(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof SkillError || code === undefined) return error;
  return new SkillError("audit-unavailable", { path, reason: reasons[code] ?? code }, { cause: error });
}

const full = "no space left on the disk";
const forbidden = "permission denied";

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: forbidden,
  ELOOP: "it is a symbolic link, which is not followed",
  EISDIR: "it is a folder",
  ENOTDIR: "part of the path is not a folder",
  EEXIST: "part of the path is not a folder",
};
