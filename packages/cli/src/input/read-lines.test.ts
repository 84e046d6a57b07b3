import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, readLines } from "./read-lines.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(text: string, size: number, maxBytes = 1000): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(inPieces(new TextEncoder().encode(text), size), maxBytes))
    lines.push(line);
  return lines;
}

test("lines are complete however the stream is split, even inside characters", async () => {
  const unit = fc.constantFrom("a", "\n", "é", "日", "😀");
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit, maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      async (text, size) => {
        const wanted = text.endsWith("\n") || text === "" ? text.split("\n").slice(0, -1) : text.split("\n");
        expect((await read(text, size)).map((line) => line.text)).toEqual(wanted);
      },
    ),
  );
});

test("lines are numbered from one, empty ones too", async () => {
  expect(await read("a\n\nb", 2)).toEqual([
    { number: 1, text: "a" },
    { number: 2, text: "" },
    { number: 3, text: "b" },
  ]);
});

test("a line that is too long is skipped without being buffered, and the next one is read", async () => {
  expect(await read(`short\n${"x".repeat(50)}\nnext\n`, 3, 10)).toEqual([
    { number: 1, text: "short" },
    { number: 2, text: undefined },
    { number: 3, text: "next" },
  ]);
  expect(await read("0123456789\n", 4, 10)).toEqual([{ number: 1, text: "0123456789" }]);
});
