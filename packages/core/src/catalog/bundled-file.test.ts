import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../fs/contract.ts";
import { isScript, toBundledFile } from "./bundled-file.ts";

test.each([
  ["a.md", "text/markdown"],
  ["A.MD", "text/markdown"],
  ["deep/b.json", "application/json"],
  ["logo.svg", "image/svg+xml"],
  ["Makefile", "text/plain"],
  ["run.py", "text/plain"],
  ["v1.2/notes", "text/plain"],
  ["picture.png", "text/plain"],
])("the text %s has the type %s", (path, mediaType) => {
  expect(toBundledFile(path, bytesOf("é"))).toEqual({ kind: "text", path, mediaType, bytes: 2, text: "é" });
});

test.each([
  ["a.png", "image/png"],
  ["a.pdf", "application/pdf"],
  ["a.md", "application/octet-stream"],
  ["a", "application/octet-stream"],
])("the bytes %s have the type %s", (path, mediaType) => {
  const bytes = new Uint8Array([0xff, 0]);
  expect(toBundledFile(path, bytes)).toEqual({ kind: "binary", path, mediaType, bytes: 2, base64: "/wA=" });
});

test("text with a NUL in it is not text, and an empty file is", () => {
  expect(toBundledFile("a.txt", bytesOf("a\0b")).kind).toBe("binary");
  expect(toBundledFile("a.txt", bytesOf(""))).toMatchObject({ kind: "text", text: "" });
});

test("any bytes survive a round trip", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const file = toBundledFile("a", bytes);
      const back = file.kind === "text" ? Buffer.from(file.text) : Buffer.from(file.base64, "base64");
      expect([...back]).toEqual([...bytes]);
    }),
  );
});

test.each([
  ["scripts/run.py", "print()", true],
  ["scripts/deep/data.json", "{}", true],
  ["Scripts/run.py", "print()", true],
  ["tool", "#!/usr/bin/env node\n", true],
  ["bin/tool", "#!/bin/sh\n", true],
  ["tool", "# !/bin/sh\n", false],
  ["docs/guide.md", "# Title\n", false],
  ["references/install.sh", "#!/bin/sh\n", false],
  ["assets/template.sh", "#!/bin/sh\n", false],
  ["scripts", "x", false],
  ["my-scripts/run.py", "print()", false],
  ["empty", "", false],
])("C-15: %s with %j is a script: %s", (path, text, expected) => {
  expect(isScript(path, bytesOf(text))).toBe(expected);
});
