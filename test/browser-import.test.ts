import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

/** Core as one script for a browser, with its exports in a variable. */
async function bundleCore(): Promise<{ readonly code: string; readonly imports: readonly string[] }> {
  const bundle = await rolldown({
    input: new URL("../packages/core/src/index.ts", import.meta.url).pathname,
    platform: "browser",
    resolve: { conditionNames: ["@skillwright/source", "browser", "import", "default"] },
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "iife", name: "core" });
  await bundle.close();
  const [chunk] = output;
  return { code: chunk.code, imports: [...chunk.imports, ...chunk.dynamicImports] };
}

const skill =
  "---\nname: Not_Valid\ndescription: Review code: style. Use when asked.\n---\n# Title\n[a](missing.md)\n";
const script = `
  const fs = core.createMemoryFileSystem({ "skills/pdf/SKILL.md": ${JSON.stringify(skill)} });
  const settings = { profile: core.findProfile("standard") };
  const reports = [...core.checkSkills(core.loadSkills(fs, ["skills"]), settings)];
  const fixed = core.fixSkill(core.loadSkill(fs, "skills/pdf"), settings);
  JSON.stringify({
    name: core.parseSkill(${JSON.stringify(skill)}).manifest.name,
    rules: reports.flatMap((report) => report.findings.map((finding) => finding.rule)).sort(),
    words: reports[0].findings.map(core.formatFinding).every((words) => words.length > 20),
    fixed: fixed.text.split("\\n")[2],
    prompt: core.toPrompt([{ name: "pdf", description: "Reads PDF files." }], "bullets"),
  });
`;

test("core runs without Node: it parses, checks, fixes and renders in a bare script context", async () => {
  const { code, imports } = await bundleCore();
  expect(imports).toEqual([]);
  expect(code).not.toMatch(/["'`]node:|\brequire\(|\bprocess\.(?!env\.NODE_ENV)/);
  const context = createContext({ TextEncoder, TextDecoder, console });
  runInContext(code, context);
  expect(JSON.parse(String(runInContext(script, context)))).toEqual({
    name: "Not_Valid",
    rules: expect.arrayContaining(["frontmatter.unquotedValue", "name.format", "reference-broken"]),
    words: true,
    fixed: "description: 'Review code: style. Use when asked.'",
    prompt: "- pdf: Reads PDF files.",
  });
});
