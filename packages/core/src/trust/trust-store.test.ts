import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { formatDiscoveryFinding } from "../format.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { readTrust, writeTrust } from "./trust-store.ts";

const file = "/home/me/.config/skillwright/trust.json";
const a = `sha256:${"a".repeat(64)}`;
const b = `sha256:${"b".repeat(64)}`;
const app = {
  skills: new Map([
    ["skills/pdf", a],
    [".claude/skills/lint", b],
  ]),
  at: "2026-11-15T10:00:00.000Z",
};
const web = { skills: new Map([[".", b]]), at: "2026-11-15T11:00:00Z" };

test("without a file nothing is trusted and nothing is reported", () => {
  expect(readTrust(createMemoryFileSystem(), file)).toEqual({ records: new Map(), findings: [] });
});

test("a written store is read back", () => {
  const fs = createMemoryFileSystem();
  writeTrust(fs, file, new Map([["/work/web", web]]));
  const records = writeTrust(fs, file, new Map([["/work/app", app]]));
  expect(records).toEqual(
    new Map([
      ["/work/app", app],
      ["/work/web", web],
    ]),
  );
  expect(readTrust(fs, file)).toEqual({ records, findings: [] });
});

test("the file is sorted and can be read by people", () => {
  const fs = createMemoryFileSystem();
  writeTrust(
    fs,
    file,
    new Map([
      ["C:/work/web", web],
      ["/work/app", app],
    ]),
  );
  expect(new TextDecoder().decode(fs.read(file, 10_000).bytes)).toBe(`{
  "version": 1,
  "projects": {
    "/work/app": {
      "skills": {
        ".claude/skills/lint": "${b}",
        "skills/pdf": "${a}"
      },
      "at": "2026-11-15T10:00:00.000Z"
    },
    "C:/work/web": {
      "skills": {
        ".": "${b}"
      },
      "at": "2026-11-15T11:00:00Z"
    }
  }
}
`);
});

test("trust is renewed and withdrawn", () => {
  const fs = createMemoryFileSystem();
  writeTrust(
    fs,
    file,
    new Map([
      ["/work/app", app],
      ["/work/web", web],
    ]),
  );
  writeTrust(
    fs,
    file,
    new Map([
      ["/work/app", { ...app, skills: web.skills }],
      ["/work/web", undefined],
      ["/never", undefined],
    ]),
  );
  expect(readTrust(fs, file).records).toEqual(new Map([["/work/app", { ...app, skills: web.skills }]]));
});

test.each([
  ["torn", '{"version":1,"projects":{"/work/app":{"ski', "it is not JSON"],
  ["empty", "", "it is not JSON"],
  ["of another program", "[]", "it has another form or version"],
  ["of a later version", '{"version":2,"projects":{}}', "it has another form or version"],
  ["without projects", '{"version":1}', "it has no list of projects"],
  ["with a list of projects", '{"version":1,"projects":["/work/app"]}', "it has no list of projects"],
])("a file that is %s trusts nothing, is reported, and is not changed", (_, content, reason) => {
  const fs = createMemoryFileSystem({ [file]: content });
  expect(readTrust(fs, file)).toEqual({
    records: new Map(),
    findings: [{ code: "trust-unreadable", severity: "error", path: file, args: { reason } }],
  });
  expect(() => writeTrust(fs, file, new Map([["/work/app", app]]))).toThrow(
    new SkillError("state-unreadable", { path: file, reason }),
  );
  expect(new TextDecoder().decode(fs.read(file, 10_000).bytes)).toBe(content);
});

test("a folder at the file's path trusts nothing", () => {
  const { records, findings } = readTrust(createMemoryFileSystem({ [`${file}/x`]: "" }), file);
  expect(records).toEqual(new Map());
  expect(findings.map(formatDiscoveryFinding)).toEqual([
    "The list of trusted projects cannot be read (file-not-regular), so no project is trusted. Move the file away and trust your projects again.",
  ]);
});
