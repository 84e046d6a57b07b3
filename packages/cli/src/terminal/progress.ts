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

/** Awaits work and draws a progress line on a terminal if it takes more than a second. */
export async function drawWhile<Value>(
  work: Promise<Value>,
  describe: () => string,
  io: Pick<Io, "err" | "now" | "wait" | "terminal">,
): Promise<Value> {
  if (!io.terminal.live) return work;
  const started = io.now();
  let isDone = false;
  let isDrawn = false;
  const draw = async (): Promise<void> => {
    while ((await io.wait(redrawEveryMs)) && !isDone) {
      if (io.now() - started < appearsAfterMs) continue;
      isDrawn = true;
      await io.err(`\r\u001b[K${describe()}`);
    }
  };
  void draw();
  try {
    return await work;
  } finally {
    isDone = true;
    if (isDrawn) await io.err("\r\u001b[K");
  }
}

/** `██████▌░░░`: progress in eighths of a column. */
export function progressBar(done: number, total: number, columns: number): string {
  const share = total <= 0 ? 1 : Math.min(1, Math.max(0, done / total));
  const eighths = Math.round(share * columns * 8);
  const whole = Math.floor(eighths / 8);
  const rest = parts[eighths % 8] ?? "";
  return `${"█".repeat(whole)}${rest}${"░".repeat(columns - whole - rest.length)}`;
}

const parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
