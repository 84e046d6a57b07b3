import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `npm run new:rule my-rule`: creates a folder with working code, test and README to start from. */
const [, , id] = process.argv;
if (id === undefined || !/^[a-z][a-zA-Z-]*(\.[a-z][a-zA-Z]*)?$/.test(id)) {
  console.error("Usage: npm run new:rule RULE-ID (spec rules: field.aspect; others: words-with-hyphens)");
  process.exitCode = 2;
} else if (existsSync(folderOf(id))) {
  console.error(`A rule named ${id} already exists.`);
  process.exitCode = 2;
} else {
  writeRule(id);
  spawnSync("npm", ["run", "--silent", "generate"], { stdio: "inherit" });
  console.log(`Wrote ${folderOf(id)}. Edit it, then run \`npx vitest run ${id} test/rules\`.`);
}

function folderOf(rule) {
  return fileURLToPath(new URL(`../packages/core/src/check/rules/${rule}`, import.meta.url));
}

function writeRule(rule) {
  const folder = folderOf(rule);
  mkdirSync(folder);
  writeFileSync(`${folder}/index.ts`, code(rule));
  writeFileSync(`${folder}/index.test.ts`, test(rule));
  writeFileSync(`${folder}/README.md`, document(rule));
}

function code(rule) {
  return `import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "${rule}",
  category: "quality",
  severity: "warning",
  summary: "The body does not contain FIXME-${rule}.",
  messages: {
    found: "The body contains '{word}'; expected finished text. Replace it.",
  },
  check({ parsed }, { report }) {
    const word = "FIXME-${rule}";
    const start = parsed.text.indexOf(word, parsed.bodySpan.start);
    if (start === -1) return;
    report({ message: "found", args: { word }, span: { start, end: start + word.length } });
  },
});
`;
}

function test(rule) {
  return `import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => \`---\\nname: pdf\\ndescription: Reads PDF files.\\n---\\n\${body}\\n\`;

test("the word is found", () => {
  expect(findingsOf("${rule}", skill("FIXME-${rule}"))).toHaveLength(1);
});

test("a finished body is fine", () => {
  expect(findingsOf("${rule}", skill("Read the file."))).toEqual([]);
});
`;
}

function document(rule) {
  const skill = (body) => `\`\`\`markdown file=pdf/SKILL.md
---
name: pdf
description: Reads PDF files. Use when the user names a PDF.
---
${body}
\`\`\``;
  return `# ${rule}

Why this matters to the author, in two sentences.

## Bad

${skill(`FIXME-${rule}`)}

## Good

${skill("Read the file.")}
`;
}
