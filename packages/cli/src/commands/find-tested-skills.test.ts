import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile } from "../test-io.ts";

afterAll(removeTestMachines);

test.each([
  ["a word", "", 6000, "No skill named "],
  ["a word that is only too long for a file", "", 300, "No skill named "],
  ["a path", "./", 6000, "No such file or directory: ./"],
  ["a path into a folder", "skills/", 300, "No such file or directory: skills/"],
])("%s that is longer than any name means no skill", async (...[, start, length, words]) => {
  const machine = createTestMachine({ "repo/skills/pdf/SKILL.md": skillFile("pdf") });
  const word = `${start}${"a".repeat(length)}`;
  for (const given of [[word], ["--skill", word]]) {
    const { code, out, err } = await machine.run(["test", "--no-sandbox", ...given]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`skillwright test: ${words}${"a".repeat(10)}`);
  }
});
