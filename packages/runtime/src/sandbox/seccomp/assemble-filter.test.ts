import { expect, test } from "vitest";
import { assembleFilter } from "./assemble-filter.ts";

test("steps are encoded as eight bytes each, and labels as the number of steps between", () => {
  const program = assembleFilter([
    { do: "load", offset: 4 },
    { do: "jump", when: "equal", value: 0xc000003e, to: "good" },
    { do: "go", to: "bad" },
    { do: "label", name: "good" },
    { do: "mask", bits: 0xf },
    { do: "answer", value: 0x7fff0000 },
    { do: "label", name: "bad" },
    { do: "answer", value: 0x80000000 },
  ]);
  expect(hexLines(program)).toEqual([
    "20 00 00 00 04 00 00 00",
    "15 00 01 00 3e 00 00 c0",
    "05 00 00 00 02 00 00 00",
    "54 00 00 00 0f 00 00 00",
    "06 00 00 00 00 00 ff 7f",
    "06 00 00 00 00 00 00 80",
  ]);
});

test("each comparison has its own code", () => {
  const program = assembleFilter([
    { do: "jump", when: "at-least", value: 1, to: "end" },
    { do: "jump", when: "any-bit", value: 2, to: "end" },
    { do: "label", name: "end" },
    { do: "answer", value: 0 },
  ]);
  expect(hexLines(program)).toEqual([
    "35 00 01 00 01 00 00 00",
    "45 00 00 00 02 00 00 00",
    "06 00 00 00 00 00 00 00",
  ]);
});

test("a missing, backward or too distant label is a bug that throws", () => {
  const jump = { do: "jump", when: "equal", value: 0, to: "end" } as const;
  const end = { do: "label", name: "end" } as const;
  const filler = Array.from({ length: 256 }, () => ({ do: "load", offset: 0 }) as const);
  expect(() => assembleFilter([jump])).toThrow("no jump to end from 0");
  expect(() => assembleFilter([end, jump])).toThrow("no jump to end from 0");
  expect(() => assembleFilter([jump, ...filler, end])).toThrow("no jump to end from 0");
  expect(() => assembleFilter([jump, ...filler.slice(1), end])).not.toThrow();
});

function hexLines(program: Uint8Array): readonly string[] {
  const lines = Buffer.from(program).toString("hex").match(/.{16}/g) ?? [];
  return lines.map((line) => (line.match(/../g) ?? []).join(" "));
}
