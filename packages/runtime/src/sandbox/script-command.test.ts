import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { scriptCommand } from "./script-command.ts";

test.each<[string, string, readonly string[] | undefined]>([
  ["run.sh", "echo x\n", ["sh", "/s/run.sh"]],
  ["run.sh", "#!/bin/bash -e\necho x\n", ["/bin/bash", "-e", "/s/run.sh"]],
  ["run", "#!/usr/bin/env python3\n", ["/usr/bin/env", "python3", "/s/run"]],
  [
    "run",
    "#!/usr/bin/env -S node --no-warnings\r\n",
    ["/usr/bin/env", "-S", "node", "--no-warnings", "/s/run"],
  ],
  ["run.PY", "print()", ["python3", "/s/run.PY"]],
  ["run.mjs", "", ["node", "/s/run.mjs"]],
  ["run.js", "#!\n", ["node", "/s/run.js"]],
  ["run", "\n#!/bin/sh\n", undefined],
  ["notes.txt", "hello", undefined],
  ["run.constructor", "hello", undefined],
])("%s that begins with %j runs as %j", (name, text, command) => {
  const fs = createMemoryFileSystem({ [`s/${name}`]: text });
  expect(scriptCommand(fs, `/s/${name}`)).toEqual(command);
});

test("any other program runs directly if it is executable", () => {
  const fs = createMemoryFileSystem();
  fs.write("/s/tool", new Uint8Array([0x7f, 0x45, 0x4c, 0x46]), { executable: true });
  expect(scriptCommand(fs, "/s/tool")).toEqual(["/s/tool"]);
});

test("a long first line is read as far as the system would", () => {
  const fs = createMemoryFileSystem({ "s/run": `#!/bin/sh ${"x".repeat(1000)}` });
  expect(scriptCommand(fs, "/s/run")).toEqual(["/bin/sh", "x".repeat(246), "/s/run"]);
});
