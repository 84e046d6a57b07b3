import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, onTestFinished, test } from "vitest";
import { pageScript } from "./page-script.ts";
import { pageColors } from "./page-style.ts";
import { readWorkspace } from "./read-workspace.ts";
import type { EvalReportData } from "./report-data.ts";
import { type TestFiles, testTriggerFiles, testWorkspace } from "./test-workspace.ts";
import { toReportPage } from "./to-report-page.ts";

function dataOf(files: TestFiles): EvalReportData {
  const placed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/w/${path}`, text]));
  return readWorkspace(createMemoryFileSystem(placed), "/w");
}

test("the verdict, the numbers and every eval are in the text of the page, without a script", () => {
  const page = toReportPage(dataOf({ ...testWorkspace(), ...testTriggerFiles() }));
  const words = page.replace(/<(script|style)[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, " ");
  for (const expected of [
    "The skill helps",
    "Over 7 cases the pass rate is 34 points higher (p = 0.031",
    "anthropic/claude-sonnet-5",
    "2026-03-04, 09:30 UTC",
    "91 %",
    "Redact names before the document",
    "The answer says nothing of it",
    "4 of 6 queries behaved as expected",
    "Use this skill when somebody wants to fill",
  ])
    expect(words).toContain(expected);
});

test.each([
  [{ runs: 3, names: ["with_skill"] }, "Nothing to compare with"],
  [{ runs: 3, names: ["with_skill", "without_skill"] }, "The skill helps"],
] as const)("the headline claims no more than the numbers: %j", ({ names }, headline) => {
  const kept = Object.entries(testWorkspace()).filter(
    ([path]) => names.some((name) => path.includes(`/${name}/`)) || path.endsWith("eval_metadata.json"),
  );
  expect(toReportPage(dataOf(Object.fromEntries(kept)))).toContain(`<h2>${headline}</h2>`);
});

test("a folder without results says so", () => {
  expect(toReportPage(dataOf({ "iteration-1/plan.json": "{}" }))).toContain("No results in this folder yet.");
});

test("the page names nothing outside of it: no URL, no folder of this machine", () => {
  const page = toReportPage(dataOf(testWorkspace()));
  expect(page.match(/(?:src|href|action)="(?!data:|#)[^"]*"/g)).toBeNull();
  expect(page).not.toMatch(/url\(|@import|\/w\/iteration/);
});

test("only its own script and style can run, by their hashes", () => {
  for (const options of [{}, { server: { path: "/token/" } }]) {
    const page = toReportPage(dataOf(testWorkspace()), options);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
    expect(policy).toContain("default-src &#39;none&#39;");
    expect(policy.includes("connect-src")).toBe("server" in options);
    for (const [, source = ""] of page.matchAll(/<(?:script|style)>([\s\S]*?)<\/(?:script|style)>/g))
      expect(policy).toContain(createHash("sha256").update(source).digest("base64"));
    expect(page).not.toMatch(/ style="| on[a-z]+="|javascript:/);
  }
});

test("the page's script has no TypeScript errors, and creates no markup", () => {
  expect(pageScript).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|Function\(/);
  const folder = mkdtempSync(join(tmpdir(), "script-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "page.js"), pageScript);
  const compiler = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));
  const words = "--noEmit --allowJs --checkJs --strict --target es2024 --lib es2024,dom,dom.iterable --types";
  const { stdout, status } = spawnSync(compiler, [...words.split(" "), "", join(folder, "page.js")], {
    cwd: folder,
    encoding: "utf8",
  });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
});

/** WCAG 2.2: relative luminance, and the ratio of two. */
function contrast(one: string, other: string): number {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test.each(Object.entries(pageColors))(
  "in the %s scheme texts have a contrast of 4.5, drawings of 3",
  (_, colors) => {
    for (const ground of [colors.paper, colors.card, colors.sunken])
      for (const text of [colors.ink, colors.soft, colors.good, colors.bad])
        expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const [text, ground] of [
      [colors.good, colors.goodWash],
      [colors.bad, colors.badWash],
      [colors.soft, colors.goodWash],
      [colors.soft, colors.badWash],
      [colors.soft, colors.openWash],
      [colors.card, colors.subject],
      [colors.ink, colors.raised],
    ] as const)
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const drawing of [colors.subject, colors.baseline, colors.other, colors.good, colors.bad])
      expect(contrast(drawing, colors.card), `${drawing} on ${colors.card}`).toBeGreaterThanOrEqual(3);
  },
);
