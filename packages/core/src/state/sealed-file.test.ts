import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { readSealed, type Seal, writeSealed } from "./sealed-file.ts";

/** Short, but any changed byte changes it: enough to see that the seal is looked at. */
const sum = (bytes: Uint8Array): string => bytes.reduce((a, b) => (a * 31 + b) % 1_000_003, 7).toString(16);
const seal: Seal = { kind: "scan-1", sha256: sum, maxBytes: 1000 };
const payload = new TextEncoder().encode('{"skills":[]}');

function written(): ReturnType<typeof createMemoryFileSystem> {
  const fs = createMemoryFileSystem();
  writeSealed(fs, "/index", { ...seal, payload });
  return fs;
}

test("a written file is read back", () => {
  expect(readSealed(written(), "/index", seal)).toEqual(payload);
});

test("a missing or unreadable file is undefined", () => {
  expect(readSealed(createMemoryFileSystem(), "/index", seal)).toBeUndefined();
  const forbidden = {
    ...written(),
    read: (path: string) => {
      throw new SkillError("file-forbidden", { path });
    },
  };
  expect(readSealed(forbidden, "/index", seal)).toBeUndefined();
});

test("a file truncated at any point is not trusted", () => {
  const whole = written().read("/index", 1000).bytes;
  for (let length = 0; length < whole.length; length++) {
    const fs = createMemoryFileSystem({ "/index": whole.slice(0, length) });
    expect(readSealed(fs, "/index", seal)).toBeUndefined();
  }
});

test("a file with any byte changed is not trusted", () => {
  const whole = written().read("/index", 1000).bytes;
  for (const at of whole.keys()) {
    const changed = whole.map((byte, index) => (index === at ? byte ^ 1 : byte));
    const fs = createMemoryFileSystem({ "/index": changed });
    expect(readSealed(fs, "/index", seal)).toBeUndefined();
  }
});

test("a file of another kind or version is foreign, and one over the limit is not read", () => {
  const fs = written();
  expect(readSealed(fs, "/index", { ...seal, kind: "scan-2" })).toBeUndefined();
  expect(readSealed(fs, "/index", { ...seal, maxBytes: 20 })).toBeUndefined();
});
