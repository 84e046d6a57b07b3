import { expect, test } from "vitest";
import type { TerminalTraits } from "../../io.ts";
import { createTestIo } from "../../test-io.ts";
import { createProgramOutput } from "./program-output.ts";

async function print(pieces: readonly Uint8Array[], terminal: Partial<TerminalTraits>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const io = createTestIo();
  const keep = async (text: string | Uint8Array): Promise<void> =>
    void chunks.push(typeof text === "string" ? new TextEncoder().encode(text) : text);
  const { hear, end } = createProgramOutput({ ...io, out: keep, terminal: { ...io.terminal, ...terminal } });
  for (const piece of pieces) await hear("stdout", piece);
  await end();
  return Buffer.concat(chunks);
}

const bytes = Uint8Array.from([0xff, 0x00, 0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xc3, 0xa9, 0x0d, 0x0a]);

test("another program gets every byte unchanged", async () => {
  expect(await print([bytes.subarray(0, 5), bytes.subarray(5)], { screen: false })).toEqual(
    Buffer.from(bytes),
  );
});

test("T19: a person sees no escape sequence, lone carriage return or partial character, wherever the output is split", async () => {
  const hostile = new TextEncoder().encode(
    "é\u001b]0;title\u0007\u001b[2Jred\u001b[31m\rover\r\n\u202eend🙂",
  );
  for (let cut = 0; cut <= hostile.length; cut++) {
    const shown = await print([hostile.subarray(0, cut), hostile.subarray(cut)], { screen: true });
    expect(new TextDecoder().decode(shown)).toBe("éred\nover\n\\u{202e}end🙂");
  }
});

test("T19: every kind of control sequence is removed, in seven and eight bits, finished or not", async () => {
  const hostile = [
    "\u009b2J",
    "\u001bPq#1\u001b\\",
    "\u001b_x\u001b\\",
    "\u001b]52;c;aGk=\u001b\\",
    "\u001bc",
    "\u001b(0",
    "\u001b[6n",
  ];
  const shown = await print([new TextEncoder().encode(`${hostile.join("-")}-\u007f\b\u001b]0;never ended`)], {
    screen: true,
  });
  const text = new TextDecoder().decode(shown);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(text.startsWith("-------\\u{7f}\\u{8}")).toBe(true);
});

test("T19: standard error is treated as a person's if either stream is", async () => {
  for (const terminal of [{ screen: true }, { live: true }]) {
    const io = createTestIo();
    const output = createProgramOutput({ ...io, terminal: { ...io.terminal, ...terminal } });
    await output.hear("stderr", new TextEncoder().encode("\u001b[31mred"));
    await output.end();
    expect(io.written.err).toBe("red");
  }
});
