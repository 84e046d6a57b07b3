import { expect, test } from "vitest";
import { createTestIo } from "../test-io.ts";
import { askPerson, type PersonQuestion } from "./approver.ts";

const { signal } = new AbortController();
const always = "[a]lways bash in this run";
const short: PersonQuestion = { title: "Allow this call?", lines: ["bash", "│ ls"], always };
const numbered = Array.from({ length: 45 }, (_, index) => `│ line ${index + 1}`);

test.each(["", "ja", "yep, but only once", "s"])(
  "%j is not an answer, so the question is repeated",
  async (word) => {
    const io = createTestIo({ answers: [word, "y"] });
    expect(await askPerson(short, io, signal)).toBe("yes");
    expect(io.asked).toEqual([
      `\nAllow this call?\nbash\n│ ls\n[y]es, [n]o, ${always}: `,
      `Answer y, n or a.\n[y]es, [n]o, ${always}: `,
    ]);
  },
);

test("five wrong answers are a no", async () => {
  const io = createTestIo({ answers: ["1", "2", "3", "4", "5", "y"] });
  expect(await askPerson(short, io, signal)).toBe("no");
  expect(io.asked).toHaveLength(5);
});

test("if yes to all is not offered, it is not accepted", async () => {
  const io = createTestIo({ answers: ["a", "always", "n"] });
  expect(await askPerson({ title: "Allow this call?", lines: ["x"] }, io, signal)).toBe("no");
  expect(io.asked.slice(1)).toEqual(Array(2).fill("Answer y or n.\n[y]es, [n]o: "));
});

test("long text is shown with its start and end, and how much is omitted", async () => {
  const io = createTestIo({ answers: ["n"] });
  expect(await askPerson({ ...short, lines: numbered }, io, signal)).toBe("no");
  expect(io.asked[0]?.split("\n").slice(20, 25)).toEqual([
    "│ line 19",
    "│ line 20",
    "… 5 lines hidden …",
    "│ line 26",
    "│ line 27",
  ]);
  expect(io.asked[0]?.split("\n").at(-1)).toBe(`[y]es, [n]o, ${always}, [s]how all: `);
});

test.each(["y", "a"])("%s to text that was not shown whole is asked again, until it was", async (word) => {
  const io = createTestIo({ answers: [word, "s", word] });
  expect(await askPerson({ ...short, lines: numbered }, io, signal)).toBe(word === "y" ? "yes" : "always");
  expect(io.asked.slice(1)).toEqual([
    `Part of this is hidden. Answer s to show it, or n.\n[y]es, [n]o, ${always}, [s]how all: `,
    `\n${numbered.join("\n")}\n[y]es, [n]o, ${always}: `,
  ]);
});

test("forty lines are shown whole", async () => {
  const io = createTestIo({ answers: ["y"] });
  expect(await askPerson({ ...short, lines: numbered.slice(0, 40) }, io, signal)).toBe("yes");
});

test("no terminal, or a command that is stopping, gives no answer", async () => {
  expect(await askPerson(short, createTestIo(), signal)).toBeUndefined();
  const io = createTestIo({ answers: ["y"] });
  expect(await askPerson(short, io, AbortSignal.abort())).toBeUndefined();
});
