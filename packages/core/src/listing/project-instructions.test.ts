import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { listingLimits } from "./limits.ts";
import { readProjectInstructions } from "./project-instructions.ts";

function read(files: Record<string, string | Uint8Array>, from: string, upTo = "/work"): unknown {
  return readProjectInstructions(createMemoryFileSystem(files), { from, upTo });
}

test("S3-36: the file of every folder from the root down is read, the nearest last", () => {
  expect(
    read(
      {
        "/AGENTS.md": "Outside.",
        "/work/AGENTS.md": "\ufeffUse tabs.\n",
        "/work/web/README.md": "Nothing for agents.",
        "/work/web/app/CLAUDE.md": "Use React.",
        "/work/api/AGENTS.md": "Elsewhere.",
      },
      "/work/web/app",
    ),
  ).toEqual({
    instructions: [
      { path: "/work/AGENTS.md", text: "Use tabs.", isCut: false },
      { path: "/work/web/app/CLAUDE.md", text: "Use React.", isCut: false },
    ],
    findings: [],
  });
});

test("AGENTS.md beats CLAUDE.md unless it is empty", () => {
  const both = { "/work/AGENTS.md": "A.", "/work/CLAUDE.md": "C." };
  expect(read(both, "/work")).toMatchObject({ instructions: [{ text: "A." }] });
  expect(read({ ...both, "/work/AGENTS.md": " \n" }, "/work/")).toMatchObject({
    instructions: [{ path: "/work/CLAUDE.md", text: "C." }],
  });
});

test("a folder outside the project has no instructions, even with a similar name", () => {
  const files = { "/work/AGENTS.md": "A.", "/workshop/AGENTS.md": "B." };
  expect(read(files, "/workshop")).toEqual({ instructions: [], findings: [] });
  expect(read(files, "/gone", "/gone")).toEqual({ instructions: [], findings: [] });
});

test("the root of the disk can be a project", () => {
  expect(read({ "/AGENTS.md": "A.", "/a/AGENTS.md": "B." }, "/a", "/")).toMatchObject({
    instructions: [{ path: "/AGENTS.md" }, { path: "/a/AGENTS.md" }],
  });
});

test("an unreadable file is reported, and the other name is tried", () => {
  expect(read({ "/work/AGENTS.md": new Uint8Array([0xff]), "/work/CLAUDE.md": "C." }, "/work")).toEqual({
    instructions: [{ path: "/work/CLAUDE.md", text: "C.", isCut: false }],
    findings: [
      {
        code: "instructions-unreadable",
        severity: "warning",
        path: "/work/AGENTS.md",
        args: { reason: "not UTF-8 text" },
      },
    ],
  });
  expect(read({ "/work/AGENTS.md/x": "a folder" }, "/work")).toMatchObject({
    instructions: [],
    findings: [{ code: "instructions-unreadable", args: { reason: "file-not-regular" } }],
  });
});

test("over the limit, the closest file is kept, and whole lines of the next", () => {
  const line = "é".repeat(49).concat("\n");
  const near = line.repeat(300);
  const result = readProjectInstructions(
    createMemoryFileSystem({ "/work/AGENTS.md": line.repeat(300), "/work/web/AGENTS.md": near }),
    { from: "/work/web", upTo: "/work" },
  );
  const [root, nearest] = result.instructions;
  expect(nearest).toEqual({ path: "/work/web/AGENTS.md", text: near.trim(), isCut: false });
  expect(root).toEqual({ path: "/work/AGENTS.md", text: line.repeat(30).trim(), isCut: true });
  expect(result.findings).toEqual([
    {
      code: "instructions-shortened",
      severity: "warning",
      path: "/work/AGENTS.md",
      args: { max: listingLimits.projectInstructionBytes },
    },
  ]);
});

test("a file without any room left is omitted", () => {
  const full = "x".repeat(listingLimits.projectInstructionBytes);
  expect(read({ "/work/AGENTS.md": "Use tabs.", "/work/a/AGENTS.md": full }, "/work/a")).toMatchObject({
    instructions: [{ path: "/work/a/AGENTS.md", isCut: false }],
    findings: [{ code: "instructions-shortened", path: "/work/AGENTS.md" }],
  });
});
