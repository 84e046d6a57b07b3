import type { Io } from "../io.ts";

const appearsAfterMs = 1000;
const redrawEveryMs = 100;

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
