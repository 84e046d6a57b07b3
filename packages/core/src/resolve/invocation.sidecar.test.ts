import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { limits } from "../limits.ts";
import { isForbiddenBySidecar } from "./invocation.ts";

function isForbidden(text: string | Uint8Array): boolean {
  return isForbiddenBySidecar(createMemoryFileSystem({ "/pdf/agents/openai.yaml": text }), "/pdf");
}

test("a missing sidecar forbids nothing", () => {
  expect(isForbiddenBySidecar(createMemoryFileSystem(), "/pdf")).toBe(false);
});

test("Codex's policy decides whether a model may choose the skill", () => {
  expect(isForbidden("policy:\n  allow_implicit_invocation: false\n")).toBe(true);
  expect(isForbidden("policy:\n  allow_implicit_invocation: true\n")).toBe(false);
  expect(isForbidden("interface:\n  display_name: PDF\n")).toBe(false);
  expect(isForbidden("- a list\n")).toBe(false);
  expect(isForbidden("policy: none\n")).toBe(false);
});

test("an unreadable sidecar forbids it, since it may contain that policy", () => {
  expect(isForbidden("policy: [\n")).toBe(true);
  expect(isForbidden(new Uint8Array([0xff, 0xfe, 0x00]))).toBe(true);
  expect(isForbidden("#".repeat(limits.frontmatterBytes + 1))).toBe(true);
});
