import { hookClock } from "../../clock.ts";
import { agentHooksLimits } from "../limits.ts";
import type { ReadEnd } from "../read-end.ts";

/** A call as an agent writes it into its transcript. */
export type WrittenCall = { readonly tool: string; readonly input: unknown };

type Transcript = {
  readonly path: string;
  readonly readEnd: ReadEnd;
  /** False if the transcript never has the call that is looked for. */
  readonly mayWait: boolean;
};

/** What the end of a transcript shows. */
type Seen = {
  /** The calls before the one that is looked for. */
  readonly earlier: readonly WrittenCall[];
  /** Whether that call itself is there. */
  readonly isThere: boolean;
  /** Whether the end reaches back to the beginning of its message. */
  readonly isEnough: boolean;
};

/** The calls before a call, from a transcript. Agents write it beside their hooks, so it may have the call a moment later. */
export function findEarlierCalls(
  transcript: Transcript,
  read: (end: string) => Seen,
): readonly WrittenCall[] {
  const { pollMs, transcriptMs } = agentHooksLimits;
  // Reading a long one takes time as well.
  const end = hookClock.elapsed() + (transcript.mayWait ? transcriptMs : 0);
  for (;;) {
    const seen = lookBack(transcript, read);
    if (seen === undefined || seen.isThere || hookClock.elapsed() >= end) return seen?.earlier ?? [];
    pause(pollMs);
  }
}

/** Reads more of a transcript if its end is not enough; undefined if it cannot be read. */
function lookBack({ path, readEnd }: Transcript, read: (end: string) => Seen): Seen | undefined {
  let seen: Seen | undefined;
  for (const bytes of agentHooksLimits.transcriptBytes) {
    const end = readEnd(path, bytes);
    if (end === undefined) return undefined;
    seen = read(end);
    if (seen.isEnough || Buffer.byteLength(end) < bytes) break;
  }
  return seen;
}

/** A hook is a separate process, with nothing else to do. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
