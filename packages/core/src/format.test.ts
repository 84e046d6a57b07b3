import fc from "fast-check";
import { expect, test } from "vitest";
import { rules } from "./check/rules.ts";
import type { DiscoveryFinding, DiscoveryFindingCode } from "./discover/discovery-finding.ts";
import { SkillError, type SkillErrorCode } from "./error.ts";
import { formatDiscoveryFinding, formatError } from "./format.ts";
import { formatFinding } from "./format-finding.ts";
import { printable } from "./text/printable.ts";

test("a finding's sentence is its rule's message with the arguments filled in", () => {
  const finding = { rule: "file.tooLarge", message: "tooLarge", args: { size: 3_000_000, max: 2_097_152 } };
  expect(formatFinding(finding)).toMatch(/^SKILL\.md has 3,000,000 bytes; at most 2,097,152 are read\./);
});

test("a message without a template is used unchanged", () => {
  expect(formatFinding({ rule: "name.format", message: "Skill name 'X' must be lowercase", args: {} })).toBe(
    "Skill name 'X' must be lowercase",
  );
});

test("messages of the skills-ref engine keep their lines but no terminal escapes", () => {
  const message = "Invalid YAML in frontmatter: a\n\tb\u001b[2J\u202e";
  expect(formatFinding({ rule: "frontmatter.yaml", message, args: {} })).toBe(
    "Invalid YAML in frontmatter: a\n\tb\\u{1b}[2J\\u{202e}",
  );
});

test("an argument cannot inject another placeholder or a control character", () => {
  const finding = {
    rule: "frontmatter.duplicateKey",
    message: "duplicate",
    args: { key: "{key}\u001b[31m\u202e" },
  };
  expect(formatFinding(finding)).toMatch(/^Duplicate field '\{key\}\\u\{1b\}\[31m\\u\{202e\}'/);
});

test.each([
  ["an escape sequence", "\u001b[2J", "\\u{1b}[2J"],
  ["a line break", "a\r\nb\tc", "a\\u{d}\\u{a}b\\u{9}c"],
  ["C1 controls", "\u009b31m", "\\u{9b}31m"],
  ["bidi overrides", "a\u202eb\u2066c\u2069", "a\\u{202e}b\\u{2066}c\\u{2069}"],
  ["characters without width", "a\u200bb\u2060c\ufeff", "a\\u{200b}b\\u{2060}c\\u{feff}"],
  ["tag characters", "a\u{e0041}\u{e007f}", "a\\u{e0041}\\u{e007f}"],
  ["line and paragraph separators", "\u2028\u2029", "\\u{2028}\\u{2029}"],
  ["half a character", "\ud83d", "\\u{d83d}"],
  ["private characters", "\ue000", "\\u{e000}"],
])("%s are shown, not obeyed", (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("letters of any script and emoji stay unchanged", () => {
  const text = "PDF é 技能 навык עברית 🙂 ❤️ it's — “x”";
  expect(printable(text)).toBe(text);
});

test("printable text is one line and stays unchanged when processed again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const shown = printable(text);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(printable(shown)).toBe(shown);
    }),
  );
});

const details: Record<SkillErrorCode, Record<string, string | number>> = {
  "file-missing": { path: "a" },
  "file-not-regular": { path: "a" },
  "file-forbidden": { path: "a" },
  "file-is-link": { path: "a" },
  "file-unreadable": { path: "a", reason: "EIO" },
  "file-exists": { path: "a" },
  "file-too-large": { path: "a", size: 3000, max: 2000 },
  "config-invalid": { path: "a", reason: "no." },
  "option-invalid": { name: "policy", reason: "no" },
  "profile-unknown": { name: "x", known: "standard" },
  "rule-unknown": { name: "x", hint: "" },
  "walk-too-large": { path: "a", max: 2_000_000 },
  "properties-unreadable": { reason: "no." },
  "client-unknown": { name: "x", hint: "" },
  "skill-unknown": { name: "x", hint: "" },
  "skill-ambiguous": { name: "x", ids: "a:x, b:x" },
  "skill-version-missing": { name: "x", range: "^2", versions: "Found: 1.0.0 (x, project)." },
  "skill-disabled": { name: "x", reason: "untrusted" },
  "skill-duplicate": { name: "x", first: "a", second: "b" },
  "skill-invalid": { path: "a", reason: "no" },
  "skill-changed": { name: "x" },
  "skill-too-large": { path: "a", max: 2000, what: "files" },
  "skill-path-invalid": { path: "a", name: "x" },
  "skill-file-missing": { path: "a", name: "x" },
  "skill-file-too-large": { path: "a", name: "x", size: 3000, max: 2000 },
  "skill-script-unreadable": { path: "a", name: "x" },
  "script-unrunnable": { path: "a", name: "x" },
  "sandbox-unavailable": { what: "a" },
  "sandbox-missing": { reason: "no", advice: "Install it." },
  "sandbox-leaks": { name: "x", failed: "home-hidden", advice: "Update it." },
  "sandbox-required": { what: "A script of x", who: "a policy" },
  "requirement-missing": { name: "x", requirement: "python>=3.10", reason: "python3 is version 3.9" },
  "model-unavailable": { reason: "Set ANTHROPIC_API_KEY." },
  "subagent-unfinished": { reason: "it was stopped." },
  "tool-input-invalid": { reason: "no." },
  "tool-name-invalid": { name: "x", reason: "no" },
  "tool-timed-out": { what: "a" },
  "tool-unguardable": { names: "web_search" },
  "program-missing": { program: "x" },
  "program-unusable": { program: "x", reason: "EACCES" },
  "audit-unavailable": { path: "a", reason: "the disk is full" },
  "audit-damaged": { path: "audit.jsonl", reason: "record 3 does not follow record 1" },
  "audit-hub-inconsistent": { hub: "https://hub.example", path: "audit.jsonl", reason: "it was rewritten" },
  "hub-unknown": {},
  "hub-refused": { hub: "hub.example", reason: "not found", code: "NOT_FOUND" },
  "watch-unavailable": {},
  "state-unreadable": { path: "a", reason: "no" },
  "settings-unusable": { path: "a", line: 3, reason: "no" },
  "settings-changed": { path: "a" },
  "settings-outside": { path: "a", target: "b" },
  "trust-too-large": { path: "a", count: 9000, max: 2000 },
  "source-invalid": { source: "a", reason: "no" },
  "source-unavailable": { source: "a", reason: "no" },
  "source-offline": { source: "a" },
  "package-invalid": { source: "a", reason: "no" },
  "integrity-mismatch": { source: "a", what: "digest", actual: "b", expected: "c" },
  "lock-unreadable": { path: "a", reason: "no" },
  "versions-conflict": { explanation: "no" },
  "skill-needed": { name: "a", by: "b" },
  "install-refused": { name: "a", reason: "no" },
  "install-running": { path: "a", holder: "b" },
  "state-refused": { hub: "h", reason: "r" },
  "undo-refused": { reason: "a" },
  "signature-invalid": { name: "a", reason: "no" },
  "key-unusable": { name: "a", reason: "no" },
  "hub-unable": { reason: "x" },
  "backup-unusable": { path: "/p", reason: "x" },
  "conversations-exhausted": { open: 2000 },
};

const findingArgs: Record<DiscoveryFindingCode, Record<string, string | number>> = {
  "folder-unreadable": { reason: "no" },
  "link-dangling": {},
  "root-missing": {},
  "link-leaves-root": { target: "a" },
  "walk-too-deep": { max: 6 },
  "walk-too-large": { max: 2000 },
  "skill-unreadable": { reason: "no" },
  "skill-incomplete": { reason: "no" },
  "skill-nonconforming": {},
  "skill-without-description": {},
  "frontmatter-invalid": {},
  "name-differs-from-folder": { name: "a", folder: "b" },
  "skill-shadowed": { name: "a", winner: "b", reason: "scope" },
  "package-manifest-invalid": { reason: "no" },
  "package-field-unknown": { field: "x" },
  "package-skills-collide": { name: "a", winner: "b" },
  "project-untrusted": { count: 3 },
  "project-config-ignored": { reason: "no." },
  "trust-unreadable": { reason: "no" },
  "skill-too-large": { max: 2000, what: "files" },
  "too-many-skills": { count: 300, max: 200 },
  "index-unusable": { reason: "ENOSPC" },
  "instructions-unreadable": { reason: "no" },
  "instructions-shortened": { max: 2000 },
};

test.each(Object.entries(findingArgs))(
  "the finding %s has a message that uses all its arguments",
  (code, args) => {
    const finding = { code: code as DiscoveryFindingCode, severity: "info", path: "a", args } as const;
    const words = formatDiscoveryFinding(finding);
    expect(words).not.toMatch(/[{}]/);
    expect(words).toMatch(/^\S.*\.$/);
  },
);

test.each(Object.entries(details))("the error %s has a message that uses all its details", (code, given) => {
  const words = formatError(new SkillError(code as SkillErrorCode, given));
  expect(words).not.toMatch(/[{}]/);
  // A path at the end stays free of punctuation, so that it can be copied.
  expect(words).toMatch(/^\S.*(?:\.|: a)$/);
});

test("a path in an error cannot reach the terminal", () => {
  expect(formatError(new SkillError("file-missing", { path: "a\u001b]0;x\u0007" }))).toBe(
    "No such file or directory: a\\u{1b}]0;x\\u{7}",
  );
});

test("every message of every rule ends like a sentence", () => {
  const sentences = rules.flatMap((rule) => Object.values(rule.messages));
  expect(sentences.filter((sentence) => !/[.?:]$/.test(sentence.replace(/\{\w+\}$/, ".")))).toEqual([]);
});

test("the arguments of a discovery finding are the placeholders of its message, or it does not compile", () => {
  const findings: DiscoveryFinding[] = [
    { code: "link-leaves-root", severity: "error", path: "/a", args: { target: "/b" } },
    // @ts-expect-error: the argument is misspelled.
    { code: "link-leaves-root", severity: "error", path: "/a", args: { taget: "/b" } },
    // @ts-expect-error: the argument is missing.
    { code: "link-leaves-root", severity: "error", path: "/a" },
  ];
  expect(findings.map(formatDiscoveryFinding)[0]).toContain("/b");
});
