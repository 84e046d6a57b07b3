import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createNodeFileSystem } from "../fs/node.ts";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Effect } from "./decision.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { createPathResolver } from "./request-path.ts";

/** A real disk: a workspace with a public folder and a secret one, and another project next to it. */
const root = realpathSync(mkdtempSync(join(tmpdir(), "paths-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const workspace = `${root}/work`;
for (const folder of ["work/docs/deep", "work/secrets", "other/docs", "home"])
  mkdirSync(`${root}/${folder}`, { recursive: true });
for (const file of ["work/docs/a.md", "work/secrets/key", "work/.env", "other/docs/a.md", "other/key"])
  writeFileSync(`${root}/${file}`, "");
symlinkSync("../secrets", `${workspace}/docs/link`);
symlinkSync(`${root}/other`, `${workspace}/docs/out`);
symlinkSync("docs", `${workspace}/manual`);
symlinkSync(`${root}/other/not-yet`, `${workspace}/docs/dangling`);
symlinkSync("loop", `${workspace}/docs/loop`);
symlinkSync("/proc/self/root", `${workspace}/docs/root`);

const fs = createNodeFileSystem();

function effectOf(layer: Partial<PolicyLayer>, path: unknown, tool = "Read"): Effect {
  const resolvePath = createPathResolver(fs, workspace);
  const request = { tool, input: { path }, workspace, home: `${root}/home`, resolvePath };
  return decide(request, [{ kind: "user", name: "user", otherwise: "allow", ...layer }]).effect;
}
const only = (text: string): Partial<PolicyLayer> => ({ only: tokenizeTools(text) });
const deny = (text: string): Partial<PolicyLayer> => ({ deny: tokenizeTools(text) });

test("files in the folder are readable, also through a link to the folder itself", () => {
  for (const path of [
    "docs/a.md",
    "./docs/a.md",
    `${workspace}/docs/a.md`,
    "docs/deep/../a.md",
    "docs//a.md",
    "manual/a.md",
  ])
    expect(effectOf(only("Read(./docs/**)"), path), path).toBe("allow");
  expect(effectOf(only("Read(./manual/**)"), "docs/a.md")).toBe("allow");
  expect(effectOf(only("Read(./manual/**)"), "manual/a.md")).toBe("allow");
});

const escapes: readonly unknown[] = [
  "../other/docs/a.md",
  "docs/../../other/docs/a.md",
  "docs/../secrets/key",
  "docs/deep/../../secrets/key",
  "docs/./.././secrets/key",
  `${"../".repeat(40)}etc/passwd`,
  "/etc/passwd",
  "//etc/passwd",
  `${workspace}/docs/../secrets/key`,
  `${root}/other/docs/a.md`,
  "docs/link/key",
  "docs/out/docs/a.md",
  "docs/out/key",
  "docs/dangling",
  "docs/loop",
  "docs/root/etc/passwd",
  "docs/link/../a.md",
  "/proc/self/cwd/docs/a.md",
  `/proc/self/root${workspace}/docs/a.md`,
  "/proc/1/root/etc/passwd",
  "/dev/fd/0",
  "docs/../../../../proc/self/environ",
  "~/docs/a.md",
  "~root/docs/a.md",
  "docs\\..\\secrets\\key",
  "..\\docs\\a.md",
  "docs/a.md\0.png",
  "\0docs/a.md",
  " docs/a.md",
  "docs/a.md ",
  "docs/a.md\n",
  "\tdocs/a.md",
  "file:docs/a.md",
  "file:///etc/passwd",
  `file://${workspace}/docs/a.md`,
  "FILE:/etc/passwd",
  "C:/docs/a.md",
  "C:docs/a.md",
  "vscode://file/docs/a.md",
  "@/etc/passwd",
  "@../docs/a.md",
  "",
  null,
  7,
  [],
  {},
  ["docs/a.md", "../other/key"],
  { path: "docs/a.md", file_path: "secrets/key" },
  ".",
  "docs",
  "Docs/a.md",
  "DOCS/a.md",
  "do\u0441s/a.md",
  "docs\u200b/a.md",
  "\uff44ocs/a.md",
  "docs\uff0fa.md",
  "\u2024\u2024/docs/a.md",
  "docs./a.md",
];

test.each(escapes)("T7: Read(./docs/**) does not let %j through", (path) => {
  expect(effectOf(only("Read(./docs/**)"), path)).toBe("deny");
});

test("all path fields are checked, whichever the tool uses, and an unknown field denies the call", () => {
  const decideInput = (input: unknown): Effect =>
    decide({ tool: "Read", input, workspace, resolvePath: createPathResolver(fs, workspace) }, [
      { kind: "user", name: "user", otherwise: "allow", ...only("Read(docs/**)") },
    ]).effect;
  expect(decideInput({ path: "docs/a.md", offset: 3, limit: "20" })).toBe("allow");
  for (const input of [
    { path: "docs/a.md", file_path: "secrets/key" },
    { path: "docs/a.md", "File-Path": "secrets/key" },
    { path: "docs/a.md", paths: ["secrets/key"] },
    { path: "docs/a.md", files: [{ path: "secrets/key" }] },
    { path: "docs/a.md", somewhere: "secrets/key" },
    { path: "docs/a.md", options: { anything: "secrets/key" } },
    { path: { toString: "docs/a.md" } },
    "docs/a.md",
    ["docs/a.md"],
  ])
    expect(decideInput(input), JSON.stringify(input)).toBe("deny");
});

const spellings = [
  "secrets/key",
  "./secrets/key",
  "docs/../secrets/key",
  "docs/link/key",
  "manual/link/key",
  `${workspace}/secrets/key`,
  "SECRETS/key",
  "Secrets/Key",
  "\uff53ecrets/key",
  "secr\u200dets/key",
  "secrets",
  "secrets/new",
  "/proc/self/cwd/secrets/key",
  "docs/dangling",
  "~/secrets/key",
  "secrets\\key",
];

test.each(spellings)("Read(secrets/**) denies %j", (path) => {
  expect(effectOf(deny("Read(secrets/**)"), path)).toBe("deny");
});

test("a decomposed letter equals the composed one to a deny rule, not to an allow rule", () => {
  for (const [rule, path] of [
    ["caf\u00e9/**", "cafe\u0301/x"],
    ["cafe\u0301/**", "caf\u00e9/x"],
    ["stra\u00dfe/**", "STRASSE/x"],
    ["tm/**", "\u2122/x"],
  ]) {
    expect(effectOf(deny(`Read(${rule})`), path)).toBe("deny");
    expect(effectOf(only(`Read(${rule})`), path)).toBe("deny");
  }
});

test("a denied folder that is a link is denied at the link and at its target", () => {
  for (const path of ["docs/out/key", `${root}/other/key`, "../other/key"])
    expect(effectOf(deny("Read(docs/out/**)"), path), path).toBe("deny");
});

test("a denied folder whose link is dangling might be anywhere", () => {
  expect(effectOf(deny("Read(docs/dangling/**)"), "docs/a.md")).toBe("deny");
});

test("a link in the workspace does not extend a pattern beyond it", () => {
  expect(effectOf(only("Read(docs/out/**)"), "docs/out/key")).toBe("deny");
  expect(effectOf(only("Read(docs/out/**)"), `${root}/other/key`)).toBe("deny");
});

test("S3-44: an absolute pattern is resolved too, so that a linked folder can be named", () => {
  symlinkSync(`${root}/other`, `${root}/alias`);
  expect(effectOf(only(`Read(${root}/alias/**)`), `${root}/other/key`)).toBe("allow");
  expect(effectOf(only(`Read(${root}/alias/**)`), `${root}/alias/key`)).toBe("allow");
  expect(effectOf(only(`Read(${root}/alias/**)`), `${workspace}/.env`)).toBe("deny");
});

test("a link swapped during decisions never makes an outside path look inside", () => {
  const place = `${workspace}/docs/swap`;
  for (let round = 0; round < 200; round++) {
    const target = round % 2 === 0 ? `${workspace}/docs/deep` : `${root}/other`;
    symlinkSync(target, `${place}.new`);
    renameSync(`${place}.new`, place);
    expect(effectOf(only("Read(docs/**)"), "docs/swap/key")).toBe(round % 2 === 0 ? "allow" : "deny");
  }
  rmSync(place);
});

test("a file denied for reading is denied to searches, one denied for writing to every change", () => {
  expect(effectOf(deny("Read(.env)"), ".env", "Grep")).toBe("deny");
  expect(effectOf(deny("Read(.env)"), ".env", "NotebookRead")).toBe("deny");
  for (const tool of ["Write", "Edit", "MultiEdit", "NotebookEdit", "DeleteFile", "MoveFile"]) {
    expect(effectOf(deny("Write(.env)"), ".env", tool), tool).toBe("deny");
    expect(effectOf(deny("Edit(.env)"), ".env", tool), tool).toBe("deny");
    const isOpen = tool === "Write" || tool === "DeleteFile";
    expect(effectOf(deny("Read(.env)"), ".env", tool), tool).toBe(isOpen ? "allow" : "deny");
    expect(effectOf(only("Edit(docs/**)"), "docs/a.md", tool), tool).toBe(tool === "Edit" ? "allow" : "deny");
  }
  // A search of a whole folder is narrowed by the search tool, or denied by its own rule.
  expect(effectOf(deny("Read(.env)"), "docs", "Grep")).toBe("allow");
  expect(effectOf(deny("Read(.env)"), ".", "Grep")).toBe("allow");
  expect(effectOf(deny("Grep(.env)"), "docs", "Grep")).toBe("deny");
});

test.each([
  [{ path: "." }, "Grep"],
  [{}, "Grep"],
  [{ pattern: "../**" }, "Glob"],
  [{ pattern: "/etc/**" }, "Glob"],
  [{ pattern: "**" }, "Glob"],
  [{ path: "docs", pattern: "../secrets/*" }, "Glob"],
  [{ path: "docs", pattern: "**/../../*" }, "Glob"],
  [{ path: "docs", pattern: "{.,..}/*" }, "Glob"],
  [{ path: "docs", pattern: "{/etc,x}/*" }, "Glob"],
  [{ path: "docs", pattern: ".{.,x}/secrets/*" }, "Glob"],
  [{ path: "docs", pattern: "@(..)/secrets/*" }, "Glob"],
  [{ path: "docs", pattern: "[.][.]/../x" }, "Glob"],
  [{ path: "docs", pattern: "~/x" }, "Glob"],
  [{ path: "docs/link", pattern: "*" }, "Glob"],
  [{ path: "docs", patterns: ["*.md", "/etc/*"] }, "Glob"],
  [{ path: "docs/link" }, "LS"],
  [{ path: "docs", file_pattern: "*", root_folder: "/" }, "Grep"],
])("no search leaves its folder: %j of %s", (input, tool) => {
  const request = { tool, input, workspace, resolvePath: createPathResolver(fs, workspace) };
  const layer = { ...only(`${tool}(docs/**)`), kind: "user", name: "user", otherwise: "allow" } as const;
  expect(decide(request, [layer]).effect).toBe("deny");
});

test("T7: of ten thousand paths, no allowed one leads out of the folder", () => {
  const part = fc.constantFrom("..", ".", "", "docs", "link", "out", "deep", "a.md", "secrets", "DOCS", "~");
  const path = fc.tuple(fc.constantFrom("", "/", `${workspace}/`, "./"), fc.array(part, { maxLength: 6 }));
  let allowed = 0;
  fc.assert(
    fc.property(path, ([start, parts]) => {
      const text = `${start}${parts.join("/")}`;
      if (effectOf(only("Read(docs/**)"), text) !== "allow") return;
      allowed++;
      const real = fs.realPath(text.startsWith("/") ? text : `${workspace}/${text}`);
      if (real !== undefined) expect(real.startsWith(`${workspace}/docs/`), text).toBe(true);
    }),
    { numRuns: 10_000 },
  );
  expect(allowed).toBeGreaterThan(100);
});

test.each<readonly [string, string, string]>([
  ["DeleteFile", "Write(./secrets/**)", "secrets"],
  ["DeleteFile", "Write(./secrets/*.pem)", "secrets"],
  ["Read", "Read(./Secrets)", "secrets/key"],
  ["Read", "Read(./man*/**)", "manual/a.md"],
  ["Read", "Read(./manual)", "docs/a.md"],
  ["Grep", "Grep(secrets/**)", `${root}/other`],
  ["Read", "Read(../../up/**)", `${root}/../up/key`],
])("%s under a deny of %s cannot have %s", (tool, rule, path) => {
  expect(effectOf({ deny: tokenizeTools(rule) }, path, tool)).toBe("deny");
});

test.each<readonly [string, string, string, Effect]>([
  ["Read", "Read(docs/)", "docs/a.md", "allow"],
  ["Read", "Read(a.md/)", "docs/a.md", "deny"],
  ["Read", "Read(../../up/**)", "up/key", "deny"],
  ["DeleteFile", "DeleteFile(./docs/*.md)", "docs/a.md", "allow"],
  ["MoveFile", "MoveFile(./docs/*.md)", "docs/a.md", "allow"],
])("%s with only %s on %s: %s", (...[tool, rule, path, effect]) => {
  expect(effectOf({ only: tokenizeTools(rule) }, path, tool)).toBe(effect);
});
