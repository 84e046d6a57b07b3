import { formatError, SkillError } from "@skillwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pathFault } from "../tree/path-fault.ts";
import { formatSource } from "./format-source.ts";
import { parseSource } from "./parse-source.ts";
import type { GitSpec, SourceSpec } from "./source.ts";

const place = { cwd: "/work/project", home: "/home/u" };
const parse = (text: string): SourceSpec => parseSource(text, place);

const pdf: GitSpec = { kind: "git", url: "https://github.com/anthropics/skills.git", path: "skills/pdf" };
const whole: GitSpec = { kind: "git", url: "https://github.com/anthropics/skills.git" };
const nested: GitSpec = { kind: "git", url: "https://gitlab.com/group/sub/repo.git" };
const digest = `sha256:${"ab".repeat(32)}`;

const accepted: readonly (readonly [string, SourceSpec])[] = [
  ["anthropics/skills", whole],
  ["  anthropics/skills ", whole],
  ["anthropics/skills.git", whole],
  ["anthropics/skills/", whole],
  ["anthropics/skills@v1.2.0", { ...whole, ref: "v1.2.0" }],
  ["anthropics/skills@^1.2", { ...whole, ref: "^1.2" }],
  ["anthropics/skills@>=1 <3", { ...whole, ref: ">=1 <3" }],
  ["anthropics/skills@@scope/name@1.0.0", { ...whole, ref: "@scope/name@1.0.0" }],
  ["anthropics/skills#main", { ...whole, ref: "main" }],
  ["anthropics/skills#main@pdf", { ...whole, ref: "main", skill: "pdf" }],
  ["anthropics/skills/skills/pdf", pdf],
  ["anthropics/skills/skills/pdf/@feature/x", { ...pdf, ref: "feature/x" }],
  ["pdf@anthropics/skills", { ...whole, skill: "pdf" }],
  ["pdf@github:anthropics/skills@v1", { ...whole, ref: "v1", skill: "pdf" }],
  ["github:anthropics/skills", whole],
  ["https://github.com/anthropics/skills", whole],
  ["https://www.github.com/anthropics/skills/", whole],
  ["https://github.com/anthropics/skills.git", whole],
  ["https://github.com/anthropics/skills#v2", { ...whole, ref: "v2" }],
  ["https://github.com/anthropics/skills/tree/main/skills/pdf", { ...pdf, ref: "main" }],
  ["https://github.com/anthropics/skills/blob/main/skills/pdf/SKILL.md", { ...pdf, ref: "main" }],
  ["https://github.com/anthropics/skills/tree/v1%2E0", { ...whole, ref: "v1.0" }],
  ["https://github.com/anthropics/skills/releases/tag/v1.0", { ...whole, ref: "v1.0" }],
  [
    "https://github.com/anthropics/skills/commit/0123456789012345678901234567890123456789",
    { ...whole, ref: "0123456789012345678901234567890123456789" },
  ],
  [
    "https://github.example.com/a/b/tree/main/c",
    { kind: "git", url: "https://github.example.com/a/b.git", ref: "main", path: "c" },
  ],
  ["https://skills.sh/anthropics/skills/pdf", { ...whole, skill: "pdf" }],
  ["gitlab:group/sub/repo", nested],
  ["gitlab:group/sub/repo/-/skills/pdf@v1", { ...nested, path: "skills/pdf", ref: "v1" }],
  ["https://gitlab.com/group/sub/repo", nested],
  [
    "https://gitlab.com/group/sub/repo/-/tree/main/skills/a%20b",
    { ...nested, ref: "main", path: "skills/a b" },
  ],
  ["https://gitlab.com/group/sub/repo/tree/main/skills", { ...nested, ref: "main", path: "skills" }],
  [
    "https://git.example.com/team/repo/-/tree/main",
    { kind: "git", url: "https://git.example.com/team/repo.git", ref: "main" },
  ],
  [
    "https://codeberg.org/a/b/src/branch/main/skills",
    { kind: "git", url: "https://codeberg.org/a/b.git", ref: "main", path: "skills" },
  ],
  [
    "https://bitbucket.org/a/b/src/main/x",
    { kind: "git", url: "https://bitbucket.org/a/b.git", ref: "main", path: "x" },
  ],
  ["https://git.example.com/x/y.git", { kind: "git", url: "https://git.example.com/x/y.git" }],
  ["https://org@dev.azure.com/org/p/_git/r", { kind: "git", url: "https://dev.azure.com/org/p/_git/r" }],
  ["git+https://example.com/r#v1:a/b", { kind: "git", url: "https://example.com/r", ref: "v1", path: "a/b" }],
  ["git+https://github.com/anthropics/skills#:skills/pdf", pdf],
  ["git@github.com:a/b.git", { kind: "git", url: "git@github.com:a/b.git" }],
  ["git@github:a/b", { kind: "git", url: "git@github:a/b" }],
  ["git@host:~/repo#main:x", { kind: "git", url: "git@host:~/repo", ref: "main", path: "x" }],
  ["pdf@git@host:a/b", { kind: "git", url: "git@host:a/b", skill: "pdf" }],
  ["ssh://git@host:2222/a/b.git", { kind: "git", url: "ssh://git@host:2222/a/b.git" }],
  ["git+ssh://git@host/a", { kind: "git", url: "ssh://git@host/a" }],
  ["file:///srv/repo#:a", { kind: "git", url: "file:///srv/repo", path: "a" }],
  ["http://127.0.0.1:8080/r.git", { kind: "git", url: "http://127.0.0.1:8080/r.git" }],
  [".", { kind: "local", path: "/work/project" }],
  ["./skills", { kind: "local", path: "/work/project/skills" }],
  ["../shared/", { kind: "local", path: "/work/shared" }],
  ["/abs/x", { kind: "local", path: "/abs/x" }],
  ["~/x", { kind: "local", path: "/home/u/x" }],
  ["~", { kind: "local", path: "/home/u" }],
  ["x.tar.gz", { kind: "local", path: "/work/project/x.tar.gz" }],
  ["dist/x.skill", { kind: "local", path: "/work/project/dist/x.skill" }],
  ["x.ZIP", { kind: "local", path: "/work/project/x.ZIP" }],
  ["pdf@./skills", { kind: "local", path: "/work/project/skills", skill: "pdf" }],
  ["https://example.com", { kind: "site", url: "https://example.com" }],
  ["https://example.com/docs/", { kind: "site", url: "https://example.com/docs" }],
  ["https://example.com#pdf", { kind: "site", url: "https://example.com", skill: "pdf" }],
  ["pdf@https://example.com", { kind: "site", url: "https://example.com", skill: "pdf" }],
  ["https://example.com/.well-known/agent-skills/index.json", { kind: "site", url: "https://example.com" }],
  ["https://a.b/x/.well-known/skills/pdf/SKILL.md", { kind: "site", url: "https://a.b/x", skill: "pdf" }],
  ["npm:name", { kind: "npm", name: "name" }],
  ["npm:@scope/name@^1.2 || 2", { kind: "npm", name: "@scope/name", range: "^1.2 || 2" }],
  ["npm:name@next", { kind: "npm", name: "name", range: "next" }],
  ["hub:pdf", { kind: "hub", name: "pdf" }],
  ["hub:team/pdf@~2.1", { kind: "hub", name: "team/pdf", range: "~2.1" }],
  ["oci:ghcr.io/a/b", { kind: "oci", registry: "ghcr.io", repository: "a/b" }],
  [
    "oci://localhost:5000/b:1.0",
    { kind: "oci", registry: "localhost:5000", repository: "b", reference: "1.0" },
  ],
  [`oci:ghcr.io/a/b:1@${digest}`, { kind: "oci", registry: "ghcr.io", repository: "a/b", reference: digest }],
];

test.each(accepted)("%s is a source", (text, spec) => {
  expect(parse(text)).toEqual(spec);
  expect(parse(formatSource(spec))).toEqual(spec);
});

const refused: readonly (readonly [string, RegExp])[] = [
  ["", /empty/],
  ["pdf", /expected OWNER\/REPO/],
  ["a/b\nc", /control/],
  [`a/${"b".repeat(3000)}`, /too long/],
  ["a/..", /OWNER\/REPO/],
  ["a/b/../c", /leads out/],
  ["a/b/.git/hooks", /git/],
  ["a/b/--upload-pack=x", /option/],
  ["a/b@--upload-pack=x", /cannot start with -/],
  ["a/b@", /expected a branch/],
  ["a/b@x..y", /not the name of a branch/],
  ["a/b@x y", /not the name of a branch/],
  ["a/b@x:y", /not the name of a branch/],
  ["git@github.com/a/b", /expected/],
  ["git@host:-oProxyCommand=x", /option/],
  ["ssh://-oProxyCommand=x/y", /valid/],
  ["ssh://git:secret@host/x", /password/],
  ["ext::sh -c id", /not a supported kind/],
  ["git://host/x", /not a supported kind/],
  ["git+ext::x", /not a supported kind/],
  ["ftp://host/x", /not a supported kind/],
  ["http://example.com/r.git", /https/],
  ["http://example.com", /https/],
  ["file://host/x", /file:\/\/\/FOLDER/],
  ["https://github.com/a", /repository/],
  ["https://github.com/a/b/issues/3", /repository/],
  ["https://github.com/a/b/blob/main/README.md", /single file/],
  ["https://github.com/a/b/tree/main/../../x/%2e%2e/y", /./],
  ["https://example.com/x.tar.gz", /download/],
  ["https://example.com/#Not A Skill", /name of a skill/],
  ["npm:Name", /npm:NAME/],
  ["npm:name@", /version or a range/],
  ["npm:name@!", /version or a range/],
  ["hub:../x", /hub:NAME/],
  ["oci:name", /oci:REGISTRY/],
  ["oci:ghcr.io/a/../b", /oci:REGISTRY/],
  ["oci:ghcr.io/a@sha256:12", /oci:REGISTRY/],
  ["pdf@npm:x", /can be named only/],
];

test.each(refused)("%j is refused with the reason", (text, reason) => {
  expect(messageOf(text)).toMatch(reason);
});

describe("credentials", () => {
  test.each([
    "https://user:hunter2@github.com/a/b",
    "https://hunter2@github.com/a/b",
    "https://x:hunter2@host/r.git",
    "git+https://hunter2@host/r",
    "https://user:p@hunter2@example.com",
    "https://github.com/a/b.git?token=hunter2",
    "https://example.com/?token=hunter2",
    "ssh://git:hunter2@host/x",
  ])("%s is refused, and the message does not repeat the secret", (text) => {
    const message = messageOf(text);
    expect(message).toMatch(/password|token|user name|query/);
    expect(message).not.toContain("hunter2");
  });
});

test("a local source is relative to the folder of the lock", () => {
  const from = { from: "/work/project" };
  expect(formatSource({ kind: "local", path: "/work/project/a/b" }, from)).toBe("./a/b");
  expect(formatSource({ kind: "local", path: "/work/project" }, from)).toBe(".");
  expect(formatSource({ kind: "local", path: "/work/shared", skill: "pdf" }, from)).toBe("pdf@../shared");
});

test("the canonical text is short for known hosts", () => {
  expect(formatSource({ ...pdf, ref: "v1", skill: "pdf" })).toBe(
    "pdf@github:anthropics/skills/skills/pdf@v1",
  );
  expect(formatSource({ ...nested, path: "a" })).toBe("gitlab:group/sub/repo/-/a");
  expect(formatSource({ ...whole, path: "packages/@a/b", ref: "v1" })).toBe(
    "git+https://github.com/anthropics/skills.git#v1:packages/@a/b",
  );
});

const word = fc.stringMatching(/^[a-z0-9][a-z0-9_]{0,8}$/);
const skill = fc.option(fc.stringMatching(/^[a-z0-9]{1,5}(-[a-z0-9]{1,4})?$/), { nil: undefined });
const folder = fc.option(
  fc
    .array(fc.stringMatching(/^[a-zA-Z0-9@#%+&=é (),'!~^_]{0,6}[a-z0-9]$/), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("/"))
    .filter((path) => !path.startsWith(" ") && pathFault(path) === undefined),
  { nil: undefined },
);
const ref = fc.option(
  fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9@#%é][a-z0-9@/#%_-]{0,8}[a-z0-9]$/).filter((text) => !text.includes("//")),
    fc.constantFrom("^1.2", ">=1 <2", "*", "1.x || 2", "v1.0.0-rc.1", "pkg@1.0.0"),
  ),
  { nil: undefined },
);
const url = fc.oneof(
  fc.tuple(word, word).map(([a, b]) => `https://github.com/${a}/${b}.git`),
  fc.tuple(word, word, word).map((parts) => `https://gitlab.com/${parts.join("/")}.git`),
  fc.tuple(word, word).map(([a, b]) => `https://git.example.com/${a}/${b}`),
  word.map((a) => `ssh://git@host.example:22/${a}`),
  word.map((a) => `git@host.example:${a}/b.git`),
  word.map((a) => `file:///srv/${a}`),
);
const spec = fc.oneof(
  fc.record({ kind: fc.constant("git"), url, ref, path: folder, skill }),
  fc.record({ kind: fc.constant("local"), path: word.map((a) => `/x/${a}`), skill }),
  fc.record({ kind: fc.constant("site"), url: word.map((a) => `https://${a}.example/y`), skill }),
  fc.record({
    kind: fc.constantFrom("npm", "hub"),
    name: word,
    range: fc.constantFrom("^1", "1.x", undefined),
  }),
);

test("every canonical text is read back as the same source", () => {
  fc.assert(
    fc.property(spec, (given) => {
      const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      expect(parse(formatSource(wanted as SourceSpec))).toEqual(wanted);
    }),
    { numRuns: 2000 },
  );
});

test("any text is either a source or source-invalid, and reading is idempotent", () => {
  const piece = fc.constantFrom(
    "a",
    "git",
    "@",
    ":",
    "/",
    "#",
    "..",
    "-",
    "https://",
    "github.com",
    "npm:",
    "%",
    "~",
    ".git",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
      ),
      (text) => {
        let read: SourceSpec;
        try {
          read = parse(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SkillError);
          expect((error as SkillError).code).toBe("source-invalid");
          return;
        }
        expect(parse(formatSource(read))).toEqual(read);
      },
    ),
    { numRuns: 5000 },
  );
});

function messageOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SkillError && error.code === "source-invalid") return formatError(error);
    throw error;
  }
  return "accepted";
}

test("a token in the path of a site stays out of messages", () => {
  const text = "https://hub.example/t/0123456789abcdef/pdf.zip";
  expect(() => parseSource(text, place)).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ source: "https://hub.example/t/***/pdf.zip" }),
    }),
  );
});
