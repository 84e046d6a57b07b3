import { expect, test } from "vitest";
import { trustState } from "./project-trust.ts";

const a = `sha256:${"a".repeat(64)}`;
const b = `sha256:${"b".repeat(64)}`;
const pdf = { path: ".claude/skills/pdf", digest: a };
const lint = { path: "skills/lint", digest: b };
const realPath = "/home/me/app";
const skills = new Map([
  [pdf.path, pdf.digest],
  [lint.path, lint.digest],
]);
const records = new Map([
  [realPath, { skills, at: "2026-11-15T10:00:00.000Z" }],
  ["/other", { skills: new Map([["skills/new", a]]), at: "2026-11-15T10:00:00.000Z" }],
]);

test.each([
  ["all trusted skills", [pdf, lint], "trusted"],
  ["in another order", [lint, pdf], "trusted"],
  ["one of them", [lint], "trusted"],
  ["none of them", [], "trusted"],
  ["one twice", [pdf, pdf], "trusted"],
  ["one more", [pdf, { path: "skills/new", digest: a }], "changed"],
  ["a changed one", [{ ...pdf, digest: b }, lint], "changed"],
  ["one twice, changed the first time", [{ ...pdf, digest: b }, pdf], "changed"],
  ["a moved one", [{ ...pdf, path: ".agents/skills/pdf" }], "changed"],
  [
    "two that were exchanged",
    [
      { ...pdf, digest: b },
      { ...lint, digest: a },
    ],
    "changed",
  ],
  ["a folder in one", [{ ...pdf, path: `${pdf.path}/deep` }], "changed"],
  ["the folder around one", [{ ...pdf, path: ".claude/skills" }], "changed"],
  ["one without a digest", [{ ...pdf, digest: "" }], "changed"],
  ["a skill without a digest", undefined, "changed"],
] as const)("a client that sees %s", (_, seen, state) => {
  expect(trustState(records, { realPath, skills: seen })).toBe(state);
});

test.each([
  ["the same skills in another place: moved, copied, or now a link", "/tmp/app"],
  ["a folder above", "/home/me"],
  ["a folder below", "/home/me/app/vendor"],
  ["the same path with a slash at its end", "/home/me/app/"],
  ["the same path in capitals", "/home/me/App"],
  ["a removed folder", undefined],
])("%s", (_, elsewhere) => {
  for (const seen of [[pdf, lint], [], undefined])
    expect(trustState(records, { realPath: elsewhere, skills: seen })).toBe("unknown");
});

test("nothing is trusted without a record", () => {
  expect(trustState(new Map(), { realPath, skills: [pdf] })).toBe("unknown");
});
