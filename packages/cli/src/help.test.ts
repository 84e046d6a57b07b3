import { expect, test } from "vitest";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { commandHelp, helpColumns, overview } from "./help.ts";
import { main } from "./main.ts";
import { textWidth } from "./terminal/text-width.ts";
import { createTestIo } from "./test-io.ts";

const widest = (text: string): number => Math.max(...text.split("\n").map(textWidth));

test.each([60, 80, 100])("the overview fits %i columns and names every command once, by group", (columns) => {
  const text = overview(commands, columns);
  expect(widest(text)).toBeLessThanOrEqual(columns);
  const titles = text.split("\n").filter((line) => /^\w.*:$/.test(line));
  expect(titles).toEqual(["Author skills:", "Use skills:", "Share skills:", "Govern skills:", "Options:"]);
  for (const { name } of commands)
    expect(text.split("\n").filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1);
});

test.each(commands.map((entry) => [entry.name, entry] as const))(
  "the help of %s fits 80 columns and a narrow terminal",
  async (_, entry) => {
    const command = await entry.load();
    for (const columns of [80, 60]) {
      const help = commandHelp(entry, command, columns);
      expect(widest(help)).toBeLessThanOrEqual(80);
      expect(help).toContain(entry.summary.slice(0, 30));
    }
  },
);

const sample: Command = {
  name: "sample",
  usage: "",
  flags: {},
  examples: ['skillwright sample "a long quoted argument" --with an --option that does not fit'],
  notes: "A sentence that was\nbroken by its author.\nAnother one:\n  kept    as it is\n\nThe last.",
  run: async () => 0,
};

test("notes are rewrapped, except for indented lines after a colon", () => {
  const help = commandHelp({ summary: "Does it." }, sample, 80);
  expect(help.slice(help.indexOf("A sentence"))).toBe(
    "A sentence that was broken by its author.\nAnother one:\n  kept    as it is\n\nThe last.\n",
  );
});

test("a long example is broken as a shell accepts it, never inside quotes", () => {
  expect(commandHelp({ summary: "" }, sample, 50)).toContain(
    '  skillwright sample "a long quoted argument" \\\n    --with an --option that does not fit\n',
  );
});

test("help is as wide as the terminal up to 100 columns, and 80 in a pipe", () => {
  const { terminal } = createTestIo({ columns: 200 });
  expect(helpColumns(terminal)).toBe(80);
  expect(helpColumns({ ...terminal, screen: true })).toBe(100);
  expect(helpColumns({ ...terminal, screen: true, columns: 72 })).toBe(72);
});

test.each(["--version", "-v", "-V"])("%s prints the version", async (word) => {
  const io = createTestIo();
  expect(await main([word], io)).toBe(0);
  expect(io.written.out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [["chekc"], "unknown command 'chekc'. Did you mean `skillwright check`?"],
  [["help", "chekc"], "unknown command 'chekc'. Did you mean `skillwright check`?"],
  [["list", "--jsn"], "Unknown option '--jsn'. Did you mean --json?"],
  [["list", "--cleint=codex"], "Unknown option '--cleint'. Did you mean --client?"],
  [["list", "--zzzzzz"], "Unknown option '--zzzzzz'.\n"],
])("%j is answered with a suggestion", async (words, message) => {
  const io = createTestIo();
  expect(await main(words, io)).toBe(2);
  expect(io.written.err).toContain(message);
});
