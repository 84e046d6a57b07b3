import { jsonEditor } from "../../packages/cli/src/agents/edit-json.ts";
import { tomlEditor } from "../../packages/cli/src/agents/edit-toml.ts";
import { yamlEditor } from "../../packages/cli/src/agents/edit-yaml.ts";
import { renderMarkdown } from "../../packages/cli/src/terminal/markdown/render-markdown.ts";
import { fitText, readable, safeJson, untrustedLines } from "../../packages/cli/src/terminal/safe-text.ts";
import { createTheme } from "../../packages/cli/src/terminal/style.ts";
import { wrapText } from "../../packages/cli/src/terminal/text-width.ts";
import { unifiedDiff } from "../../packages/cli/src/terminal/unified-diff.ts";
import { tritOf } from "../../packages/core/src/trit/trit.ts";
import { readEvals } from "../../packages/evals/src/formats/evals-json.ts";
import { replaceDescription } from "../../packages/evals/src/formats/replace-description.ts";
import { fence } from "../../packages/evals/src/judging/fence.ts";
import { findAnswer } from "../../packages/evals/src/judging/find-answer.ts";
import { readNumberIn } from "../../packages/evals/src/judging/read-values.ts";
import { readScenarios } from "../../packages/evals/src/scenarios/read-scenarios.ts";
import { diffLines } from "../../packages/evals/src/testing/diff-lines.ts";
import { findNearest } from "../../packages/evals/src/testing/excerpt.ts";
import { readTestCase } from "../../packages/evals/src/testing/read-test-case.ts";
import { readStatement } from "../../packages/evals/src/trials/read-statement.ts";
import { createPlaceNames } from "../../packages/evals/src/turns/place-names.ts";
import { readRecording } from "../../packages/evals/src/turns/recording.ts";
import { createHideSecrets } from "../../packages/mcp/src/gateway/hide-secrets.ts";
import { exposedName } from "../../packages/mcp/src/gateway/open-gateway.ts";
import { readGatewayConfig } from "../../packages/mcp/src/gateway/read-gateway-config.ts";
import { hintedValues } from "../../packages/mcp/src/server/serve-completions.ts";
import { canonicalUri } from "../../packages/mcp/src/skills/skill-uri.ts";
import { readHookOutput } from "../../packages/runtime/src/hooks/read-hook-output.ts";
import { readAbsoluteForm, readAuthority } from "../../packages/runtime/src/sandbox/network/target.ts";
import { readRequirements } from "../../packages/runtime/src/scripts/read-requirements.ts";
import { findVersion, readBounds } from "../../packages/runtime/src/scripts/version-bound.ts";
import { packagingReaders } from "./packaging-readers.ts";
import type { Reader } from "./reader.ts";

const theme = createTheme(tritOf("pdf"), { color: true });
const layout = { theme, columns: 80 };
const names = createPlaceNames([{ name: "HOME", path: "/home/u" }]);

const editors = [
  ["JSON", jsonEditor, (text: string) => `{ "a": [1, // ${text}\n 2] }`],
  ["TOML", tomlEditor, (text: string) => `a = 1\n# ${text}\n[b]\nc = 2\n`],
  ["YAML", yamlEditor, (text: string) => `a: 1\n# ${text}\nb:\n  c: 2\n`],
] as const;

/** The command, tests and evals, the MCP server, and what programs and servers answer. */
export const otherReaders: readonly Reader[] = [
  ...editors.flatMap(([kind, editor, write]) => [
    {
      name: `edit settings in ${kind}`,
      read: (text: string) => editor.insert({ path: "f", text }, ["x", "y"], { z: 1 }),
      ...(kind === "YAML" && { isYaml: true as const }),
    },
    {
      name: `edit settings with a remark in ${kind}`,
      read: (text: string) => {
        const after = editor.insert({ path: "f", text: write(text) }, ["x", "y"], { z: 1 });
        return editor.remove({ path: "f", text: after }, ["x", "y"]);
      },
    },
  ]),
  { name: "render Markdown", read: (text) => renderMarkdown(text, layout) },
  { name: "render Markdown code", read: (text) => renderMarkdown(`\`\`\`python\n${text}\n\`\`\``, layout) },
  {
    name: "render a Markdown table",
    read: (text) => renderMarkdown(`| a | b |\n|---|---|\n| ${text} | c |`, layout),
  },
  {
    name: "render a wide Markdown table",
    read: (text) => {
      const cells = [...text.slice(0, 16_384)];
      return renderMarkdown(`| ${cells.join(" | ")} |\n|${"-|".repeat(cells.length)}\n| a |`, layout);
    },
  },
  {
    name: "print a text",
    read: (text) => [fitText(text, 80), readable(text), untrustedLines(text, 80), safeJson(text)],
  },
  { name: "wrap a text", read: (text) => wrapText(text, 80) },
  { name: "compare texts", read: (text) => [unifiedDiff("a", text, "b"), diffLines(text, `${text}x`)] },
  { name: "read evals", read: (text) => readEvals(text, "f") },
  {
    name: "read an eval",
    read: (text) =>
      readEvals(JSON.stringify({ evals: [{ id: 1, prompt: text, expectations: [text] }] }), "f"),
  },
  { name: "read a test case", read: (text) => readTestCase(text, "f"), isYaml: true },
  {
    name: "read a test expression",
    read: (text) =>
      readTestCase(JSON.stringify({ command: "a", expected: { "stdout-matches": [text] } }), "f"),
  },
  { name: "read scenarios", read: (text) => readScenarios(text, "f"), isYaml: true },
  { name: "read a recording", read: (text) => readRecording(text, "f") },
  { name: "read a statement", read: (text) => readStatement(`The answer contains "${text}".`) },
  { name: "read a judge's answer", read: (text) => findAnswer(text, { field: "grades", judged: [text] }) },
  { name: "read a judge's number", read: (text) => readNumberIn(text, 1, 5) },
  { name: "quote for a judge", read: (text) => fence("output", text, { boundary: "a1b2c3d4e5" }) },
  { name: "find a text", read: (text) => findNearest(text, `${text}x`) },
  { name: "name places", read: (text) => names().nameRequest(text) },
  {
    name: "replace a description",
    read: (text) => replaceDescription(`---\nname: pdf\n# ${text}\n---\n`, text),
  },
  { name: "read a gateway's configuration", read: (text) => readGatewayConfig(text, "f") },
  { name: "name a server's tool", read: (text) => exposedName("a", text) },
  { name: "hide a server's secrets", read: createHideSecrets(["hunter2-hunter2"]) },
  { name: "read an address of a skill", read: (text) => canonicalUri(`skill://${text}/SKILL.md`) },
  { name: "read an argument hint", read: hintedValues },
  { name: "read a hook's output", read: readHookOutput },
  {
    name: "read a hook's reason",
    read: (text) => readHookOutput(JSON.stringify({ decision: "block", reason: text })),
  },
  {
    name: "read a proxy's target",
    read: (text) => [readAuthority(text), readAbsoluteForm(`http://${text}/`)],
  },
  { name: "read requirements", read: (text) => readRequirements({ compatibility: `Requires ${text}` }) },
  {
    name: "read a requirement",
    read: (text) =>
      readRequirements({ requirements: { requires: [text, `git${text}`], optional: [], packages: [] } }),
  },
  { name: "find a version", read: (text) => [findVersion(text), readBounds(text)] },
  ...packagingReaders,
];
