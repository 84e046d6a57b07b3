import { expect, test } from "vitest";
import { bytesOf } from "../fs/contract.ts";
import { isScript } from "./is-script.ts";

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
