import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { formatError, SkillError } from "@skillwright/core";
import { expect, onTestFinished, test } from "vitest";
import { contentOf, sampleFiles, type TestFiles } from "./contract.ts";
import { findSkills } from "./find-skills.ts";
import { createGitSource, type GitSource, type GitSourceOptions } from "./git.ts";
import type { Fetched, GitSpec } from "./source.ts";
import {
  createTestRepository,
  gitEnvironment,
  serveGit,
  type TestRepository,
  temporaryFolder,
} from "./test-git.ts";

function open(options: Partial<GitSourceOptions> = {}): GitSource & { readonly folder: string } {
  const folder = temporaryFolder();
  const source = createGitSource({
    folder: `${folder}/cache`,
    environment: gitEnvironment(folder),
    ...options,
  });
  onTestFinished(() => source.close());
  return { ...source, folder };
}

async function fetchAll(source: GitSource, spec: GitSpec): Promise<Fetched> {
  return source.fetch(spec, await source.resolve(spec));
}

const specOf = ({ folder }: TestRepository): GitSpec => ({ kind: "git", url: `file://${folder}` });

async function messageOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof SkillError) return `${error.code}: ${formatError(error)}`;
    throw error;
  }
  return "no error";
}

/** Writes a tree object as no git would, and a commit of it. */
function commitTree(
  repository: TestRepository,
  entries: readonly (readonly [string, string, string])[],
): void {
  const { folder } = repository;
  const env = gitEnvironment(folder);
  const hash = (type: string, input: Buffer): string =>
    execFileSync("git", ["hash-object", "-t", type, "-w", "--literally", "--stdin"], {
      cwd: folder,
      env,
      input,
    })
      .toString()
      .trim();
  const bytes = entries.flatMap(([mode, name, id]) => [
    Buffer.from(`${mode} ${name}\0`),
    Buffer.from(id, "hex"),
  ]);
  const tree = hash("tree", Buffer.concat(bytes));
  const commit = repository.git("commit-tree", tree, "-m", "a");
  repository.git("update-ref", "refs/heads/main", commit);
}

test("a repository cannot run anything: hooks, filters, monitors, helpers of its own configuration", async () => {
  const repository = createTestRepository();
  const canary = join(temporaryFolder(), "canary");
  const script = join(repository.folder, "evil.sh");
  repository.commit({
    ...sampleFiles,
    ".gitattributes": "* filter=evil\n",
    "pdf/.gitattributes": "* filter=evil\n",
  });
  writeFileSync(script, `#!/bin/sh\ntouch ${canary}\n`);
  chmodSync(script, 0o755);
  for (const name of [
    "core.fsmonitor",
    "core.sshCommand",
    "core.pager",
    "filter.evil.smudge",
    "filter.evil.process",
  ])
    repository.git("config", name, script);
  for (const name of ["uploadpack.packObjectsHook", "core.alternateRefsCommand", "credential.helper"])
    repository.git("config", name, script);
  repository.git("config", "core.hooksPath", repository.folder);
  const hooks = join(repository.folder, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  for (const name of ["post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"]) {
    for (const folder of [hooks, repository.folder]) {
      writeFileSync(join(folder, name), `#!/bin/sh\ntouch ${canary}\n`);
      chmodSync(join(folder, name), 0o755);
    }
  }
  const { tree } = await fetchAll(open(), specOf(repository));
  expect(contentOf(tree)["pdf/scripts/fill.sh"]).toBe(sampleFiles["pdf/scripts/fill.sh"]);
  expect(existsSync(canary)).toBe(false);
});

test("hooks of the user's template folder do not run either", async () => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  const home = temporaryFolder();
  mkdirSync(`${home}/template/hooks`, { recursive: true });
  writeFileSync(`${home}/template/hooks/reference-transaction`, `#!/bin/sh\ntouch ${home}/canary\n`);
  chmodSync(`${home}/template/hooks/reference-transaction`, 0o755);
  writeFileSync(`${home}/.gitconfig`, `[init]\n\ttemplateDir = ${home}/template\n`);
  await fetchAll(open({ environment: gitEnvironment(home) }), specOf(repository));
  expect(existsSync(`${home}/canary`)).toBe(false);
});

test.each([
  "ext::sh -c 'touch x'",
  "--upload-pack=touch x",
  "-oProxyCommand=x",
  "git://127.0.0.1/x",
  "ftp://127.0.0.1/x",
  "http://example.com/x",
])("the address %j is refused before git starts", async (url) => {
  const source = open({ environment: { PATH: "" } });
  expect(await messageOf(source.resolve({ kind: "git", url }))).toMatch(/^source-invalid/);
});

test.each([
  { ref: "--upload-pack=x" },
  { ref: "a..b" },
  { ref: "x\ny" },
  { path: "../x" },
  { path: "-x" },
  { path: ".git" },
])("%j is refused before git starts", async (part) => {
  const source = open({ environment: { PATH: "" } });
  const spec: GitSpec = { kind: "git", url: "https://example.com/x", ...part };
  expect(await messageOf(source.resolve(spec))).toMatch(/^source-invalid/);
});

test("a release that is not a commit is refused", async () => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  for (const resolved of ["main", "--all", "HEAD", ""])
    expect(await messageOf(open().fetch(specOf(repository), { resolved }))).toMatch(/is not a commit/);
});

test("branches and tags that look like options are only names", async () => {
  const repository = createTestRepository();
  const commit = repository.commit(sampleFiles);
  for (const ref of ["refs/heads/--upload-pack=x", "refs/tags/-v1.0.0", "refs/tags/v1.0.0"])
    writeFileSync(join(repository.folder, ".git", ref.replace("/--", "/--")), `${commit}\n`);
  const source = open();
  expect((await source.versions(specOf(repository))).map(({ version }) => version)).toEqual(["1.0.0"]);
  expect((await fetchAll(source, specOf(repository))).tree.entries.length).toBeGreaterThan(3);
});

test.each(["..", ".git", ".GIT", "a/b", "."])("a tree with an entry named %j is refused", async (name) => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  const folder = repository.git("rev-parse", "HEAD:pdf");
  commitTree(repository, [["40000", name, folder]]);
  const source = open();
  expect(await messageOf(fetchAll(source, specOf(repository)))).toMatch(
    /^(?:source-unavailable|package-invalid)/,
  );
});

test("names that some systems cannot tell apart are refused", async () => {
  const repository = createTestRepository();
  repository.commit({ "a/SKILL.md": "x", "a/File.md": "x", "a/file.md": "y" });
  expect(await messageOf(fetchAll(open(), specOf(repository)))).toMatch(
    /package-invalid.*same file on some systems/,
  );
});

test("links that lead out, submodules and names that are not text break only the skill that has them", async () => {
  const repository = createTestRepository();
  const files: TestFiles = Object.fromEntries(
    ["good", "out", "absolute", "loop", "module", "bytes", "reserved"].map((name) => [
      `${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: x\n---\n`,
    ]),
  );
  repository.commit({
    ...files,
    "out/leak": "link:../../etc/hostname",
    "loop/a": "link:loop/b",
    "loop/b": "link:loop/a",
    "reserved/aux.md": "x",
  });
  const { folder, git } = repository;
  execFileSync("ln", ["-s", "/etc/hostname", `${folder}/absolute/leak`]);
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/bytes/`), Buffer.of(0xff)]), "x");
  git("add", "--all");
  git("update-index", "--add", "--cacheinfo", `160000,${git("rev-parse", "HEAD")},module/sub`);
  git("commit", "--quiet", "-m", "b");
  const fetched = await fetchAll(open(), specOf(repository));
  const { skills, findings } = findSkills(fetched, "x");
  expect(skills.map(({ name }) => name)).toEqual(["good"]);
  expect(
    findings.map(({ path, args }) => `${path} ${args && "reason" in args ? args.reason : ""}`).sort(),
  ).toEqual([
    "absolute/SKILL.md leak is a link that leads out of it",
    "bytes/SKILL.md ÿ has a name that is not UTF-8",
    expect.stringMatching(/^loop\/SKILL.md [ab] is a link that leads out of it$/),
    "module/SKILL.md sub is a submodule, which is not fetched",
    "out/SKILL.md leak is a link that leads out of it",
    "reserved/SKILL.md aux.md is a name that Windows reserves",
  ]);
  expect(fetched.warnings).toEqual([
    "module/sub is a submodule, which is not fetched. Add its repository as a source.",
  ]);
});

test("a repository with many files costs only its skills", async () => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  const { folder, git } = repository;
  const id = git("rev-parse", "HEAD:csv/SKILL.md");
  const lines = Array.from(
    { length: 150_000 },
    (_, index) => `100644 ${id}\tsrc/${index % 100}/${index}.txt\n`,
  );
  execFileSync("git", ["update-index", "--index-info"], {
    cwd: folder,
    env: gitEnvironment(folder),
    input: lines.join(""),
  });
  git("commit", "--quiet", "-m", "b");
  const { tree, leftOut } = await fetchAll(open(), specOf(repository));
  expect(tree.entries.length).toBe(Object.keys(sampleFiles).length);
  expect(leftOut?.length).toBe(150_000);
});

test("a repository that is larger than allowed is given up, and nothing of it stays", async () => {
  const repository = createTestRepository();
  const bytes = new Uint8Array(3_000_000);
  for (let index = 0; index < bytes.length; index += 65_536)
    crypto.getRandomValues(bytes.subarray(index, Math.min(index + 65_536, bytes.length)));
  repository.commit({ ...sampleFiles, "pdf/assets/large.bin": bytes });
  const source = open({ maxBytes: 1_000_000 });
  await expect(messageOf(fetchAll(source, specOf(repository)))).resolves.toMatch(/more than 1000000 bytes/);
  await source.close();
  // Only the repository that says what its branches are.
  const stored = readdirSync(join(source.folder, "cache"), { recursive: true, encoding: "utf8" });
  const sizes = stored.map((path) => statSync(join(source.folder, "cache", path)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(500_000);
});

async function silentServer(): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.git`;
}

test("a server that does not answer is given up after the time limit", async () => {
  const source = open({ timeoutMs: 300 });
  expect(await messageOf(source.resolve({ kind: "git", url: await silentServer() }))).toMatch(
    /longer than 300 ms/,
  );
});

test("an abort ends git at once", async () => {
  const controller = new AbortController();
  const source = open({ signal: controller.signal });
  const waiting = messageOf(source.resolve({ kind: "git", url: await silentServer() }));
  setTimeout(() => controller.abort(), 100);
  expect(await waiting).toMatch(/canceled/);
});

test("a private repository works with a credential helper, and without one nothing is asked on the terminal", async () => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  const server = await serveGit(repository.folder, { password: "hunter2" });
  const spec: GitSpec = { kind: "git", url: `${server.url}/.git` };
  const refused = await messageOf(open().resolve(spec));
  expect(refused).toMatch(/source-unavailable.*credential helper/);
  const home = temporaryFolder();
  writeFileSync(
    `${home}/.gitconfig`,
    '[credential]\n\thelper = "!f() { echo username=u; echo password=hunter2; }; f"\n',
  );
  const { tree } = await fetchAll(open({ environment: gitEnvironment(home) }), spec);
  expect(tree.entries.length).toBe(Object.keys(sampleFiles).length);
  expect(server.requests.some(({ user }) => user === "u")).toBe(true);
});

test("variables of a running git do not lead to another repository", async () => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  const other = createTestRepository();
  const environment = {
    ...gitEnvironment(other.folder),
    GIT_DIR: `${other.folder}/.git`,
    GIT_WORK_TREE: other.folder,
    GIT_INDEX_FILE: `${other.folder}/index`,
    GIT_OBJECT_DIRECTORY: `${other.folder}/.git/objects`,
  };
  const { tree } = await fetchAll(open({ environment }), specOf(repository));
  expect(tree.entries.length).toBe(Object.keys(sampleFiles).length);
  expect(other.git("count-objects")).toBe("0 objects, 0 kilobytes");
});
