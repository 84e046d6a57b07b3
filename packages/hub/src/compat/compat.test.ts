import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { createHttpClient, createSiteSource, digestTree, readArchive, subtree } from "@skillwright/packaging";
import { describe, expect, onTestFinished, test } from "vitest";
import { startTestRegistry, type TestRegistry, testTree } from "../registry/test-registry.ts";
import { temporaryFolder } from "../test-hub.ts";

const skill = { files: { "scripts/run.sh": "#!/bin/sh\necho hi\n", "a/b.md": "deep\n", "a.md": "flat\n" } };

async function createCapability(
  hub: TestRegistry,
  token: string,
  body: object = {},
): Promise<{ id: string; url: string }> {
  const answer = await hub.send("POST", "/api/v1/capabilities", { token, body: { name: "test", ...body } });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; url: string };
}

async function publishPublic(hub: TestRegistry): Promise<void> {
  await hub.publish(skill);
  await hub.publish({ ...skill, version: "1.1.0", body: "# Newer\n" });
  const body = { visibility: "public" };
  await hub.send("PUT", "/api/v1/skills/pdf", { token: hub.token, body });
}

function createSource(isServed: (path: string) => boolean = () => true) {
  const http = createHttpClient();
  onTestFinished(() => http.close());
  const get: typeof http.get = async (request) =>
    isServed(new URL(request.url).pathname) ? http.get(request) : undefined;
  return createSiteSource({ ...http, get });
}

describe("as a site", () => {
  test.each([
    ["0.2", (path: string) => !path.includes("/.well-known/skills/")],
    ["0.1", (path: string) => !path.includes("/.well-known/agent-skills/")],
  ])("index %s lists public skills, and its skills have the published content", async (_, isServed) => {
    const hub = await startTestRegistry();
    await publishPublic(hub);
    await hub.publish({ name: "secret" });
    const source = createSource(isServed);
    const spec = { kind: "site", url: hub.url } as const;
    const { tree } = await source.fetch(spec, await source.resolve(spec));
    expect(new Set(tree.entries.map(({ path }) => path.split("/")[0]))).toEqual(new Set(["pdf"]));
    expect(digestTree(subtree(tree, "pdf", "test"))).toBe(
      digestTree(testTree({ ...skill, body: "# Newer\n" })),
    );
  });

  test("an archive of an older index stays available", async () => {
    const hub = await startTestRegistry();
    await publishPublic(hub);
    const { skills } = (await hub.read("/.well-known/agent-skills/index.json")) as {
      skills: { url: string }[];
    };
    await hub.publish({ ...skill, version: "2.0.0", body: "# Newest\n" });
    const answer = await hub.send("GET", `/.well-known/agent-skills/${skills[0]?.url}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    const tree = await readArchive(new Uint8Array(await answer.arrayBuffer()), { source: "test" });
    expect(tree.entries.map(({ path }) => path)).toEqual(["SKILL.md", "a.md", "a/b.md", "scripts/run.sh"]);
  });

  test("a token in the address shows what its tenant and team may see", async () => {
    const hub = await startTestRegistry();
    const painter = await hub.tokenOf("publisher", "red", "paint");
    await hub.publish({ name: "private", token: painter });
    await hub.publish({ name: "enterprise-wide" });
    await hub.publish({ name: "foreign", token: await hub.tokenOf("publisher", "blue") });
    const { url } = await createCapability(hub, painter);
    const source = createSource();
    const { tree } = await source.fetch({ kind: "site", url }, await source.resolve({ kind: "site", url }));
    expect(tree.entries.map(({ path }) => path)).toEqual(["enterprise-wide/SKILL.md", "private/SKILL.md"]);
  });

  test("a skill with a scope has its own name there, unless another skill has that one", async () => {
    const hub = await startTestRegistry();
    const { token } = hub;
    await hub.publish({ name: "team/csv", body: "# Team's\n" });
    await hub.publish({ name: "team/pdf", body: "# Team's\n" });
    await hub.publish({ name: "pdf", body: "# Everyone's\n" });
    const { skills } = (await hub.read("/.well-known/skills/index.json", token)) as {
      skills: { name: string }[];
    };
    expect(skills.map(({ name }) => name)).toEqual(["csv", "pdf"]);
    const text = async (name: string) =>
      (await hub.send("GET", `/.well-known/skills/${name}/SKILL.md`, { token })).text();
    expect([await text("csv"), await text("pdf")]).toEqual([
      expect.stringContaining("Team's"),
      expect.stringContaining("Everyone's"),
    ]);
  });

  test("paths that are not in the index lead nowhere", async () => {
    const hub = await startTestRegistry();
    await publishPublic(hub);
    for (const path of [
      "pdf/../pdf/SKILL.md/",
      "pdf/a",
      "pdf/%2e%2e/secret/SKILL.md",
      "pdf/a%2f..%2fSKILL.md",
      "x/SKILL.md",
    ])
      expect([path, (await hub.send("GET", `/.well-known/skills/${path}`)).status]).toEqual([path, 404]);
  });
});

describe("Claude Code's marketplace and git", () => {
  const run = promisify(execFile);
  const git = async (folder: string, ...words: readonly string[]): Promise<string> => {
    const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
    return (await run("git", [...words], { cwd: folder, env })).stdout;
  };

  test("a plugin's repository can be cloned shallowly, has a tag per version, and is at the commit of the marketplace", async () => {
    const hub = await startTestRegistry();
    await publishPublic(hub);
    const { plugins, name } = (await hub.read("/marketplace.json")) as {
      name: string;
      plugins: { name: string; version: string; source: { url: string; sha: string; ref: string } }[];
    };
    expect([name, plugins.length, plugins[0]?.version]).toEqual(["skillwright-hub", 1, "1.1.0"]);
    const { url = "", sha = "", ref = "" } = plugins[0]?.source ?? {};
    const folder = temporaryFolder();
    await git(folder, "clone", "-q", "--depth", "1", url, "shallow");
    expect((await git(`${folder}/shallow`, "rev-parse", "HEAD")).trim()).toBe(sha);
    expect(readFileSync(`${folder}/shallow/skills/pdf/SKILL.md`, "utf8")).toContain("# Newer");
    expect((await git(`${folder}/shallow`, "ls-files", "-s", "skills/pdf/scripts")).slice(0, 6)).toBe(
      "100755",
    );
    await git(folder, "clone", "-q", url, "whole");
    expect(await git(`${folder}/whole`, "tag")).toBe("v1.0.0\nv1.1.0\n");
    expect((await git(`${folder}/whole`, "rev-parse", ref)).trim()).toBe(sha);
    expect(await git(`${folder}/whole`, "fsck", "--strict", "--full")).toBe("");
    // By its commit alone, as plugins are pinned, and with the older protocol.
    await git(folder, "init", "-q", "pinned");
    await git(`${folder}/pinned`, "-c", "protocol.version=0", "ls-remote", url);
    await git(`${folder}/pinned`, "fetch", "-q", "--depth", "1", url, sha);
  });

  test("the repository follows the versions, and commits of known ones stay", async () => {
    const hub = await startTestRegistry();
    await publishPublic(hub);
    const folder = temporaryFolder();
    const refs = () => git(folder, "ls-remote", `${hub.url}/git/pdf.git`);
    const before = await refs();
    await hub.publish({ ...skill, version: "2.0.0", body: "# Newest\n" });
    const after = await refs();
    const tags = before.split("\n").filter((line) => line.includes("refs/tags/"));
    for (const line of tags) expect(after).toContain(line);
    expect(after).toContain("refs/tags/v2.0.0");
  });

  test("nothing can be pushed, and private repositories need the address with a token", async () => {
    const hub = await startTestRegistry();
    const red = await hub.tokenOf("publisher", "red");
    await hub.publish({ token: red });
    const folder = temporaryFolder();
    await expect(git(folder, "clone", "-q", `${hub.url}/git/pdf.git`, "a")).rejects.toThrow(/not found/);
    const { url } = await createCapability(hub, red);
    await git(folder, "clone", "-q", "--depth", "1", `${url}/git/pdf.git`, "b");
    expect((await hub.send("GET", `${url}/git/pdf.git/info/refs?service=git-receive-pack`)).status).toBe(404);
    const marketplace = (await hub.read(`${url}/marketplace.json`)) as {
      plugins: { source: { url: string } }[];
    };
    expect(marketplace.plugins[0]?.source.url).toBe(`${url}/git/pdf.git`);
  });
});
