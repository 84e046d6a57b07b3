import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { main } from "../main.ts";
import { createStyle } from "../terminal/style.ts";
import { createTestIo } from "../test-io.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function skills(names: readonly string[], metadata = ""): string {
  const folder = mkdtempSync(join(tmpdir(), "balance-"));
  folders.push(folder);
  for (const name of names) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "SKILL.md"), `---\nname: ${name}\ndescription: d\n${metadata}---\n`);
  }
  return folder;
}

test("without a skill there is nothing to balance", async () => {
  const io = createTestIo();
  expect(await main(["balance", skills([])], io)).toBe(1);
  expect(io.written).toEqual({ out: "", err: expect.stringMatching(/there is nothing to balance\.\n$/) });
  expect(await main(["balance", skills([]), "--json"], createTestIo())).toBe(1);
});

// pdf and xlsx are 0, hello is 1, skill is 2.
test("S1-44: skills are listed by trit in the order 0, 1, 2, with the verdict below", async () => {
  const io = createTestIo();
  expect(await main(["balance", skills(["skill", "hello", "pdf", "xlsx"])], io)).toBe(0);
  expect(io.written.out).toBe(
    [
      "■ Coordinator (0)",
      "  ● pdf",
      "  ● xlsx",
      "",
      "■ Generator (+1)",
      "  ● hello",
      "",
      "■ Verifier (-1)",
      "  ● skill",
      "",
      "✓ ∑ trits ≡ 0 (mod 3) — balanced",
      "",
    ].join("\n"),
  );
});

test("S1-45: an unbalanced set reports what it needs, with exit code 1", async () => {
  const one = createTestIo();
  expect(await main(["balance", skills(["hello"])], one)).toBe(1);
  expect(one.written.out).toMatch(/✗ needs Verifier\(-1\) to balance\n$/);
  const two = createTestIo();
  expect(await main(["balance", skills(["skill", "pdf"])], two)).toBe(1);
  expect(two.written.out).toMatch(/✗ needs Generator\(\+1\) to balance\n$/);
});

test("S1-45: only the sum decides, not how many there are", async () => {
  expect(await main(["balance", skills(["pdf", "xlsx"])], createTestIo())).toBe(0);
});

test("S1-44: groups have the color of their trit, the verdict green or red", async () => {
  const io = createTestIo({ color: true });
  const style = createStyle(true);
  await main(["balance", skills(["hello"])], io);
  expect(io.written.out).toContain(style.hex("#A855F7", "  ● hello"));
  expect(io.written.out).toContain(style.hex("#EF4444", "✗ needs Verifier(-1) to balance"));
});

test("several paths are one set", async () => {
  const folder = skills(["hello", "skill"]);
  expect(await main(["balance", join(folder, "hello"), join(folder, "skill/SKILL.md")], createTestIo())).toBe(
    0,
  );
});

test("--trit lists one group, while all skills still count", async () => {
  const io = createTestIo();
  expect(await main(["balance", skills(["hello", "skill"]), "--trit", "2"], io)).toBe(0);
  expect(io.written.out).toBe("■ Verifier (-1)\n  ● skill\n\n✓ ∑ trits ≡ 0 (mod 3) — balanced\n");
});

test("--trit is one of three", async () => {
  const io = createTestIo();
  expect(await main(["balance", "--trit", "3"], io)).toBe(2);
  expect(io.written.err).toContain("--trit must be 0, 1 or 2; found '3'.");
});

test("--json lists each skill and what the set needs", async () => {
  const folder = skills(["hello"]);
  const io = createTestIo();
  await main(["balance", folder, "--json"], io);
  expect(JSON.parse(io.written.out)).toEqual({
    version: 1,
    skills: [
      {
        path: join(folder, "hello"),
        name: "hello",
        trit: "+1",
        element: 1,
        role: "Generator",
        color: "#A855F7",
      },
    ],
    balanced: false,
    sum: 1,
    needs: { element: 2, trit: "-1", role: "Verifier" },
  });
});

test("--json of a balanced set needs nothing", async () => {
  const io = createTestIo();
  await main(["balance", skills(["pdf"]), "--json"], io);
  expect(JSON.parse(io.written.out)).toMatchObject({ balanced: true, sum: 0, needs: null });
});

test("S1-42: --trit-source metadata uses the authors' values, in any spelling", async () => {
  for (const [written, code] of [
    ["0", 0],
    ["+1", 1],
    ["1", 1],
    ["-1", 1],
    ['"2"', 1],
  ] as const) {
    const folder = skills(["hello"], `metadata:\n  gf3-trit: ${written}\n`);
    expect(await main(["balance", folder, "--trit-source", "metadata"], createTestIo())).toBe(code);
  }
});

test("--trit-source is name or metadata", async () => {
  const io = createTestIo();
  expect(await main(["balance", "--trit-source", "moon"], io)).toBe(2);
  expect(io.written.err).toContain("--trit-source must be name or metadata; found 'moon'.");
});

test("a skill without a readable name is left out with a note", async () => {
  const folder = skills(["pdf"]);
  mkdirSync(join(folder, "broken"));
  writeFileSync(join(folder, "broken", "SKILL.md"), "nothing\n");
  const io = createTestIo();
  expect(await main(["balance", folder], io)).toBe(0);
  expect(io.written.err).toBe(
    `note: skipped ${join(folder, "broken")}: it has no readable name. Run \`skillwright check\` on it.\n`,
  );
});
