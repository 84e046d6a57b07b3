import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { discoverLimits } from "./limits.ts";
import { findPackageRoots, type PackageRoots } from "./package-roots.ts";

const manifest = (name: string): string =>
  JSON.stringify({ $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", name });

function findIn(fs: FileSystem, path: string, project?: string): PackageRoots {
  return findPackageRoots(fs, [{ path, depth: 2, client: "universal", ...(project && { project }) }]);
}

/** A folder on the real disk with a victim outside the packages. */
function createDisk(files: Readonly<Record<string, string>>): string {
  const root = createTestFolder();
  const all = { "victim/skills/secret/SKILL.md": "", "victim/plugin.json": manifest("victim"), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true });
    writeFileSync(`${root}/${path}`, text);
  }
  return root;
}

test("a skills folder that is a link out of its package is reported and not read", () => {
  const root = createDisk({ "p/a/plugin.json": manifest("a") });
  symlinkSync(`${root}/victim/skills`, `${root}/p/a/skills`);
  const path = `${root}/p/a/skills`;
  expect(findIn(createNodeFileSystem(), `${root}/p`)).toEqual({
    roots: [],
    findings: [
      { code: "link-leaves-root", severity: "warning", path, args: { target: `${root}/victim/skills` } },
    ],
  });
});

test("a named folder reached through a link out of the package is reported and not read", () => {
  const skills = "./inner/skills";
  const root = createDisk({ "p/a/.claude-plugin/plugin.json": JSON.stringify({ name: "a", skills }) });
  symlinkSync(`${root}/victim`, `${root}/p/a/inner`);
  const { roots, findings } = findIn(createNodeFileSystem(), `${root}/p`);
  expect(roots).toEqual([]);
  expect(findings.map(({ code }) => code)).toEqual(["link-leaves-root"]);
});

test("links inside a package are fine", () => {
  const root = createDisk({ "p/a/real.json": manifest("a"), "p/a/own/x/SKILL.md": "" });
  symlinkSync("real.json", `${root}/p/a/plugin.json`);
  symlinkSync("own", `${root}/p/a/skills`);
  const { roots, findings } = findIn(createNodeFileSystem(), `${root}/p`);
  expect(findings).toEqual([]);
  expect(roots.map(({ path }) => path)).toEqual([`${root}/p/a/skills`]);
});

test("a manifest that is a link out of its package makes the package unusable", () => {
  const root = createDisk({ "p/a/skills/x/SKILL.md": "" });
  symlinkSync(`${root}/victim/plugin.json`, `${root}/p/a/plugin.json`);
  expect(findIn(createNodeFileSystem(), `${root}/p`)).toEqual({
    roots: [],
    findings: [
      {
        code: "package-manifest-invalid",
        severity: "error",
        path: `${root}/p/a/plugin.json`,
        args: { reason: "it is a link that leads out of the package" },
      },
    ],
  });
});

test("a package that links elsewhere is reported; other links are not", () => {
  const root = createDisk({ "p/a/plugin.json": manifest("a"), "plain/x": "" });
  symlinkSync(`${root}/victim`, `${root}/p/linked`);
  symlinkSync(`${root}/plain`, `${root}/p/plain`);
  symlinkSync(`${root}/p/a`, `${root}/p/again`);
  symlinkSync(`${root}/p`, `${root}/p/loop`);
  symlinkSync(`${root}/nowhere`, `${root}/p/dangling`);
  const path = `${root}/p/linked`;
  expect(findIn(createNodeFileSystem(), `${root}/p`)).toEqual({
    roots: [],
    findings: [{ code: "link-leaves-root", severity: "warning", path, args: { target: `${root}/victim` } }],
  });
});

test("a project cannot present an outside folder as its packages; a user can keep theirs anywhere", () => {
  const root = createDisk({
    "store/a/plugin.json": manifest("a"),
    "store/a/skills/x/SKILL.md": "",
    "repo/x": "",
  });
  symlinkSync(`${root}/store`, `${root}/repo/.agent-packages`);
  const fs = createNodeFileSystem();
  const path = `${root}/repo/.agent-packages`;
  expect(findIn(fs, path, `${root}/repo`)).toEqual({
    roots: [],
    findings: [{ code: "link-leaves-root", severity: "warning", path, args: { target: `${root}/store` } }],
  });
  expect(findIn(fs, path).roots.map((one) => one.package)).toEqual(["a"]);
});

test("a 10 MB manifest is not read; one that is a folder, a FIFO or not text is refused", () => {
  const huge = `{"name":"a","x":"${"x".repeat(10_000_000)}"}`;
  let most = 0;
  const memory = createMemoryFileSystem({
    "/p/a/plugin.json": huge,
    "/p/b/plugin.json/x": "",
    "/p/c/aam.yaml": new Uint8Array([0xff, 0xfe]),
  });
  const read: FileSystem["read"] = (path, maxBytes) => {
    most = Math.max(most, maxBytes);
    return memory.read(path, maxBytes);
  };
  const { roots, findings } = findIn({ ...memory, read }, "/p");
  expect(roots).toEqual([]);
  expect(
    findings.map(({ path, args }) => [path, args && "reason" in args ? args.reason : undefined]),
  ).toEqual([
    ["/p/a/plugin.json", `it has more than ${discoverLimits.packageManifestBytes} bytes`],
    ["/p/b/plugin.json", "file-not-regular"],
    ["/p/c/aam.yaml", "it is not a map of fields"],
  ]);
  expect(most).toBe(discoverLimits.packageManifestBytes);
});

test("a manifest with extreme nesting, duplicate keys or prototype names does no harm", () => {
  const { roots, findings } = findIn(
    createMemoryFileSystem({
      "/p/a/.claude-plugin/plugin.json": `{"name":"a","x":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
      "/p/a/skills/x/SKILL.md": "",
      "/p/b/aam.yaml": `name: ${"[".repeat(30_000)}`,
      "/p/c/.claude-plugin/plugin.json": '{"__proto__":{"name":"inherited"}}',
      "/p/d/aam.yaml": "name: one\nname: two\n",
      "/p/e/aam.yaml": "a: &a [x]\nname: *a\n",
    }),
    "/p",
  );
  expect(roots.map((root) => root.package)).toEqual(["a"]);
  expect(findings.map(({ path }) => path.slice(0, 4))).toEqual(["/p/b", "/p/c", "/p/d", "/p/e"]);
  expect(Object.hasOwn(Object.prototype, "name")).toBe(false);
});

test("folders beyond the limit are skipped, with a finding", () => {
  const files: Record<string, string> = { "/p/0/plugin.json": manifest("a"), "/p/0/skills/x/SKILL.md": "" };
  for (let index = 0; index < discoverLimits.packageFolders + 10; index++) files[`/p/x${index}/y/z`] = "";
  const memory = createMemoryFileSystem(files);
  let listings = 0;
  const list: FileSystem["list"] = (path) => {
    listings++;
    return memory.list(path);
  };
  const { roots, findings } = findIn({ ...memory, list }, "/p");
  expect(roots).toHaveLength(1);
  expect(findings).toEqual([
    { code: "walk-too-large", severity: "warning", path: "/p", args: { max: discoverLimits.packageFolders } },
  ]);
  expect(listings).toBe(discoverLimits.packageFolders + 1);
});

test("links count toward the limit too", () => {
  const memory = createMemoryFileSystem({
    "/p/a/plugin.json": manifest("a"),
    "/out/plugin.json": manifest("b"),
  });
  const links = Array.from({ length: discoverLimits.packageFolders + 10 }, (_, index) => `link${index}`);
  const fs: FileSystem = {
    ...memory,
    list: (path) =>
      path === "/p" ? links.map((name) => ({ name, kind: "symlink" as const })) : memory.list(path),
    realPath: (path) => (path.startsWith("/p/") ? "/out" : memory.realPath(path)),
  };
  expect(findIn(fs, "/p").findings).toHaveLength(discoverLimits.packageFolders + 1);
});

test("an unreadable package hides only itself", () => {
  const memory = createMemoryFileSystem({
    "/p/closed/plugin.json": manifest("closed"),
    "/p/half/plugin.json": manifest("half"),
    "/p/open/plugin.json": manifest("open"),
    "/p/open/skills/x/SKILL.md": "",
  });
  const forbid = (path: string): never => {
    throw new SkillError("file-forbidden", { path });
  };
  const fs: FileSystem = {
    ...memory,
    list: (path) => (path === "/p/closed" ? forbid(path) : memory.list(path)),
    read: (path, maxBytes) => (path.includes("half") ? forbid(path) : memory.read(path, maxBytes)),
  };
  expect(findIn(fs, "/p")).toEqual({
    roots: [
      {
        path: "/p/open/skills",
        scope: "package",
        client: "universal",
        package: "open",
        strict: true,
        depth: 1,
      },
    ],
    findings: [
      {
        code: "package-manifest-invalid",
        severity: "error",
        path: "/p/half/plugin.json",
        args: { reason: "file-forbidden" },
      },
    ],
  });
});
