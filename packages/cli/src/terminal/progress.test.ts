import { expect, test } from "vitest";
import { drawWhile } from "./progress.ts";

/** A terminal whose clock advances with each wait. */
function createTerminal(live = true) {
  const work = Promise.withResolvers<string>();
  let written = "";
  let time = 0;
  const io = {
    now: () => time,
    wait: async (ms: number) => {
      time += ms;
      if (time >= 3000) work.resolve("done");
      return true;
    },
    err: async (text: string | Uint8Array) => {
      written += String(text);
    },
    terminal: { live, color: false, background: "unknown" as const, columns: 80, screen: true, piped: false },
  };
  return { io, work, written: () => written, time: () => time };
}

test("a line appears after a second, is redrawn in place, and disappears when the work is done", async () => {
  const { io, work, written, time } = createTerminal();
  expect(await drawWhile(work.promise, () => `at ${time()}`, io)).toBe("done");
  expect(written()).toMatch(/^\r\u001b\[Kat 1000\r\u001b\[Kat 1100\r/);
  expect(written()).toMatch(/\r\u001b\[K$/);
});

test("work that finishes at once leaves no trace", async () => {
  const { io, written } = createTerminal();
  expect(await drawWhile(Promise.resolve(1), () => "x", io)).toBe(1);
  expect(written()).toBe("");
});

test("nothing is drawn without a screen", async () => {
  const { io, work, written } = createTerminal(false);
  work.resolve("done");
  expect(await drawWhile(work.promise, () => "x", io)).toBe("done");
  expect(written()).toBe("");
});

test("work that fails takes the line away and fails on", async () => {
  const { io, written, time } = createTerminal();
  const failing = (async () => {
    while (time() < 1500) await Promise.resolve();
    throw new Error("broken");
  })();
  await expect(drawWhile(failing, () => "x", io)).rejects.toThrow("broken");
  expect(written()).toMatch(/x\r\u001b\[K$/);
});
