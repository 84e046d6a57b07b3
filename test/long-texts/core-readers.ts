import { splitArguments } from "../../packages/core/src/activate/arguments.ts";
import { expandArguments } from "../../packages/core/src/activate/expand-arguments.ts";
import { allowedCall } from "../../packages/core/src/audit/contract.ts";
import { redactEvent } from "../../packages/core/src/audit/redact.ts";
import { checkSkill } from "../../packages/core/src/check/check-skill.ts";
import { fixSkill } from "../../packages/core/src/check/fix-skill.ts";
import { readConfig } from "../../packages/core/src/config/config.ts";
import { compileIgnorePattern } from "../../packages/core/src/discover/ignore-pattern.ts";
import { readIgnoreRules } from "../../packages/core/src/discover/ignore-rules.ts";
import { loadSkill, skillFromText } from "../../packages/core/src/discover/load-skill.ts";
import { createMemoryFileSystem } from "../../packages/core/src/fs/memory.ts";
import { createListing } from "../../packages/core/src/listing/create-listing.ts";
import { readProjectInstructions } from "../../packages/core/src/listing/project-instructions.ts";
import { outlineMarkdown } from "../../packages/core/src/markdown/outline.ts";
import { parseSkill } from "../../packages/core/src/parse/parse-skill.ts";
import { tokenizeTools } from "../../packages/core/src/parse/tool-list.ts";
import { readPlainPolicy } from "../../packages/core/src/policy/plain-policy.ts";
import { readPolicy } from "../../packages/core/src/policy/policy.ts";
import { findProfile } from "../../packages/core/src/profiles/profiles.ts";
import { promptFormats, toPrompt } from "../../packages/core/src/prompt/to-prompt.ts";
import { analyzeDocument } from "../../packages/core/src/search/analyze-document.ts";
import { analyzeQuery } from "../../packages/core/src/search/analyze-query.ts";
import { parseMention } from "../../packages/core/src/search/parse-mention.ts";
import { toSearchDocument } from "../../packages/core/src/search/search-document.ts";
import { redactText } from "../../packages/core/src/secrets/redact-text.ts";
import { createSecretMask } from "../../packages/core/src/secrets/secret-mask.ts";
import { validateLikeReference } from "../../packages/core/src/skills-ref/validate-reference.ts";
import { suggestSkillName } from "../../packages/core/src/spec/predicates.ts";
import { compileGlob, expandBraces } from "../../packages/core/src/text/glob.ts";
import { compileLinear } from "../../packages/core/src/text/linear-expression.ts";
import { suggest } from "../../packages/core/src/text/suggest.ts";
import type { Reader } from "./reader.ts";

const profile = findProfile("standard");
const head = "name: pdf\ndescription: Reads PDF files. Use when the user names a PDF.";

/** A skill with the text in one of its parts. */
const skills: readonly (readonly [string, (text: string) => string])[] = [
  ["a skill", (text) => text],
  ["a body", (text) => `---\n${head}\n---\n${text}\n`],
  ["a body in a code block", (text) => `---\n${head}\n---\n\`\`\`bash\n${text}\n\`\`\`\n`],
  ["a frontmatter", (text) => `---\n${text}\n---\nRead it.\n`],
  ["a name", (text) => `---\nname: ${text}\ndescription: Reads PDF files.\n---\nRead it.\n`],
  ["a description", (text) => `---\nname: pdf\ndescription: ${text}\n---\nRead it.\n`],
  ["a quoted description", (text) => `---\nname: pdf\ndescription: "${text}"\n---\nRead it.\n`],
  ["a folded description", (text) => `---\nname: pdf\ndescription: >\n  ${text}\n---\nRead it.\n`],
  ["a tool list", (text) => `---\n${head}\nallowed-tools: ${text}\n---\nRead it.\n`],
  [
    "a matcher",
    (text) =>
      `---\n${head}\nhooks:\n  PreToolUse:\n    - matcher: '${text}'\n      hooks: [{ command: a }]\n---\n`,
  ],
];

const markdown = (text: string): unknown => outlineMarkdown(text, { start: 0, end: text.length });
const inMemory = (name: string, text: string): ReturnType<typeof createMemoryFileSystem> =>
  createMemoryFileSystem({ [`/w/${name}`]: text });

export const coreReaders: readonly Reader[] = [
  ...skills.flatMap(([name, write]) => [
    { name: `check ${name}`, read: (text: string) => checkSkill(skillFromText(write(text)), { profile }) },
    {
      name: `validate ${name} as skills-ref`,
      read: (text: string) => validateLikeReference({ text: write(text), directoryName: "pdf" }),
    },
  ]),
  ...skills.slice(0, 2).map(([name, write]) => ({
    name: `search ${name}`,
    read: (text: string) => analyzeDocument(toSearchDocument(parseSkill(write(text)))),
  })),
  {
    name: "fix a description",
    read: (text) =>
      fixSkill(skillFromText(`---\nname: pdf\ndescription: ${text}\n---\n`), { profile, unsafe: true }),
  },
  {
    name: "check a script",
    read: (text) => {
      const files = {
        "/w/pdf/SKILL.md": `---\n${head}\n---\nRun scripts/a.sh.\n`,
        "/w/pdf/scripts/a.sh": `#!/bin/sh\n${text}\n`,
      };
      return checkSkill(loadSkill(createMemoryFileSystem(files), "/w/pdf"), { profile });
    },
  },
  { name: "outline Markdown", read: markdown },
  { name: "outline a Markdown link", read: (text) => markdown(`[a](${text})`) },
  { name: "outline a Markdown definition", read: (text) => markdown(`[a]: ${text}`) },
  { name: "outline Markdown HTML", read: (text) => markdown(`<a ${text}`) },
  { name: "outline a Markdown list", read: (text) => markdown(`- ${text}\n- ${text}`) },
  { name: "outline a Markdown heading", read: (text) => markdown(`${text}\nx\n===`) },
  { name: "read a tool list", read: tokenizeTools },
  { name: "read a tool pattern", read: (text) => tokenizeTools(`Bash(${text})`) },
  { name: "match a glob", read: (text) => compileGlob(text)("src/a/b/c.ts") },
  { name: "match a glob with a path", read: (text) => compileGlob("**/a*b*c/**")(text) },
  { name: "expand braces", read: expandBraces },
  { name: "match an ignore pattern", read: (text) => compileIgnorePattern(text)?.(["a", "b", "c"]) },
  {
    name: "match an ignore pattern with a name",
    read: (text) => compileIgnorePattern("*a*b*[!c]")?.([text]),
  },
  { name: "read an ignore file", read: readIgnoreRules },
  {
    name: "read a policy in JSON",
    read: (text) => readPolicy(inMemory("policy.json", text), "/w/policy.json"),
    isYaml: true,
  },
  {
    name: "read a policy's text in JSON",
    read: (text) =>
      readPolicy(inMemory("policy.json", JSON.stringify({ version: 1, deny: [text] })), "/w/policy.json"),
  },
  {
    name: "read a policy in YAML",
    read: (text) => readPolicy(inMemory("policy.yaml", text), "/w/policy.yaml"),
  },
  {
    name: "read a plain policy",
    read: (text) => readPlainPolicy(inMemory("policy.json", text), "/w/policy.json", "user"),
  },
  {
    name: "read a configuration in JSON",
    read: (text) => readConfig(inMemory("c.json", text), "/w/c.json"),
    isYaml: true,
  },
  {
    name: "read a configuration in YAML",
    read: (text) => readConfig(inMemory("c.yaml", text), "/w/c.yaml"),
    isYaml: true,
  },
  {
    name: "read project instructions",
    read: (text) => readProjectInstructions(inMemory("AGENTS.md", text), { from: "/w", upTo: "/w" }),
  },
  {
    name: "list a description",
    read: (text) => createListing([{ id: "pdf", description: text }], { placement: "tool" }),
  },
  {
    name: "list a short description",
    read: (text) =>
      createListing([{ id: "pdf", description: text }], { placement: "tool", budget: { bytes: 400 } }),
  },
  ...promptFormats.map((format) => ({
    name: `prompt as ${format}`,
    read: (text: string) => toPrompt([{ name: "pdf", description: text }], format),
  })),
  { name: "read a request", read: analyzeQuery },
  { name: "read a mention", read: parseMention },
  { name: "mask secrets", read: redactText },
  { name: "mask a secret in a text", read: (text) => createSecretMask(["hunter2-hunter2"]).mask(text) },
  { name: "mask a text as a secret", read: (text) => createSecretMask([text]).mask(`a ${text} b`) },
  { name: "redact an event", read: (text) => redactEvent(allowedCall("1", text)) },
  { name: "split arguments", read: splitArguments },
  { name: "expand arguments", read: (text) => expandArguments(text, { arguments: "a b" }) },
  { name: "suggest a name", read: (text) => suggest(text, ["pdf", "csv"]) },
  { name: "suggest a skill name", read: suggestSkillName },
  { name: "compile an expression", read: compileLinear },
  {
    name: "match an expression",
    read: (text) => (compileLinear("(a+)+(.|.)?x[^y]*$") as (text: string) => boolean)(text),
  },
];
