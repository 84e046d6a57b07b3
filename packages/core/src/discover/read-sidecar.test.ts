import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { limits } from "../limits.ts";
import { readSidecar } from "./read-sidecar.ts";

function read(text: string | Uint8Array): ReturnType<typeof readSidecar> {
  return readSidecar(createMemoryFileSystem({ "/pdf/agents/openai.yaml": text }), "/pdf/agents/openai.yaml");
}

const forbidden = { "codex/allow-implicit-invocation": "false" };

test("no sidecar says nothing", () => {
  expect(readSidecar(createMemoryFileSystem(), "/pdf/agents/openai.yaml")).toBeUndefined();
});

test("Codex's policy decides whether a model may choose the skill", () => {
  expect(read("policy:\n  allow_implicit_invocation: false\n")?.metadata).toEqual(forbidden);
  expect(read("policy:\n  allow_implicit_invocation: true\n")?.metadata).toEqual({});
  expect(read("interface:\n  display_name: PDF\n")?.metadata).toEqual({});
  expect(read("- a list\n")?.metadata).toEqual({});
  expect(read("policy: none\n")?.metadata).toEqual({});
});

test("a sidecar that cannot be read forbids it, since it may have said so", () => {
  expect(read("policy: [\n")?.metadata).toEqual(forbidden);
  expect(read(new Uint8Array([0xff, 0xfe, 0x00]))?.metadata).toEqual(forbidden);
  expect(read("#".repeat(limits.frontmatterBytes + 1))?.metadata).toEqual(forbidden);
});
