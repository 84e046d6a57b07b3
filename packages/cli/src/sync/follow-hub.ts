import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SkillError } from "@skillwright/core";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import type { HttpClient } from "@skillwright/packaging";
import { cliLimits } from "../limits.ts";

export type Following = {
  readonly http: HttpClient;
  readonly hub: string;
  readonly signal: AbortSignal;
  /** Called when there may be something new: a number that the hub announced, or nothing when time has passed. */
  readonly onNews: (sequence: number | undefined) => Promise<void>;
  /** Called when events begin and stop to arrive. */
  readonly onConnection: (isConnected: boolean) => Promise<void>;
};

/**
 * Follows a hub until the signal fires. The hub announces each new state by server-sent events; every minute the state is asked for
 * anyway, so that nothing depends on an event that got lost.
 */
export async function followHub(following: Following): Promise<void> {
  const { signal } = following;
  const news = createNews(following.onNews);
  await Promise.all([poll(news, signal), listen(following, news)]);
}

/** Runs one look at a time, and one more if news arrives meanwhile. */
type News = (sequence?: number) => Promise<void>;

function createNews(look: Following["onNews"]): News {
  let running: Promise<void> | undefined;
  let next: { sequence: number | undefined } | undefined;
  const run = async (): Promise<void> => {
    while (next !== undefined) {
      const { sequence } = next;
      next = undefined;
      await look(sequence);
    }
  };
  return (sequence) => {
    next = { sequence: sequence === undefined ? undefined : Math.max(sequence, next?.sequence ?? 0) };
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function poll(news: News, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await news();
    await pause(cliLimits.hubPollMs, signal);
  }
}

async function listen(following: Following, news: News): Promise<void> {
  const { signal, onConnection } = following;
  let isConnected = false;
  for (let failures = 0; !signal.aborted; failures++) {
    const onEvent = async (sequence: number | undefined): Promise<void> => {
      failures = 0;
      if (!isConnected) await onConnection(true);
      isConnected = true;
      if (sequence !== undefined) void news(sequence);
    };
    try {
      await readEvents(following, onEvent);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Error)) throw error;
      // A hub ends each stream after a while; only one that does not come back is a loss.
      if (isConnected) await onConnection(false);
      isConnected = false;
    }
    // Spread out, so that a hub that comes back is not met by all agents at once.
    const most = Math.min(cliLimits.reconnectMs * 2 ** Math.min(failures, 10), cliLimits.hubPollMs);
    await pause(randomInt(most / 2, most), signal);
  }
}

async function readEvents(
  { http, hub, signal }: Following,
  onEvent: (sequence: number | undefined) => Promise<void>,
): Promise<void> {
  const url = new URL("api/v1/state/events", hub.endsWith("/") ? hub : `${hub}/`);
  const { status, chunks } = await http.follow({
    ...{ url, name: hub, accept: "text/event-stream", idleMs: cliLimits.eventIdleMs, signal },
  });
  if (status !== 200)
    throw new SkillError("source-unavailable", { source: hub, reason: `it has no events (${status})` });
  await onEvent(undefined);
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > cliLimits.eventLine)
      throw new SkillError("source-unavailable", { source: hub, reason: "an event is too long" });
    for (const line of lines) {
      const sequence = sequenceIn(line);
      if (sequence !== undefined) await onEvent(sequence);
    }
  }
}

/** The number in `data: {"sequence":7}`; undefined for comments and everything else. */
function sequenceIn(line: string): number | undefined {
  const value = line.startsWith("data:") ? parseJson(line.slice("data:".length)) : undefined;
  const sequence = isJsonObject(value) ? value.sequence : undefined;
  return typeof sequence === "number" && Number.isSafeInteger(sequence) ? sequence : undefined;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
