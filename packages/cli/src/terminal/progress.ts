import { formatNumber } from "@skillwright/core/text";
import type { Io } from "../io.ts";

export type Progress = { tick(count: number): Promise<void>; done(): Promise<void> };

const appearsAfterMs = 1000;
const redrawEveryMs = 100;

/** A counter on a terminal for work that takes more than a second. */
export function createProgress(io: Io, label: string): Progress {
  const started = io.now();
  let drawn = 0;
  return {
    async tick(count) {
      if (!io.terminal.live || io.now() - started < appearsAfterMs || io.now() - drawn < redrawEveryMs)
        return;
      drawn = io.now();
      await io.err(`\r\u001b[K${label} ${formatNumber(count)}`);
    },
    async done() {
      if (drawn > 0) await io.err("\r\u001b[K");
    },
  };
}
