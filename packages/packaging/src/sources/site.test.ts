import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpClient, type HttpClient, type HttpOptions } from "../http/client.ts";
import { startServer } from "../http/test-servers.ts";
import { jsonBytes, sha256Of } from "../publish/json-bytes.ts";
import { planSite, type SiteFile } from "../publish/site.ts";
import { testPublication } from "../publish/test-publications.ts";
import { startSite } from "../publish/test-static-site.ts";
import { digestTree } from "../tree/file-tree.ts";
import { createSiteSource } from "./site.ts";
import type { Fetched, SiteSpec } from "./source.ts";

function client(options: HttpOptions = {}): HttpClient {
  const made = createHttpClient(options);
  onTestFinished(() => made.close());
  return made;
}

const skills = [testPublication("pdf"), testPublication("csv", [])];
const site = planSite(skills);
const onlyOld = site.filter(({ path }) => path.startsWith(".well-known/skills/"));
const onlyNew = site.filter(({ path }) => path.startsWith(".well-known/agent-skills/"));

async function install(spec: SiteSpec, http = client()): Promise<Fetched> {
  const source = createSiteSource(http);
  return source.fetch(spec, await source.resolve(spec));
}

function paths({ tree }: Fetched): readonly string[] {
  return tree.entries.map(({ path }) => path);
}

const everything = ["csv/SKILL.md", "pdf/SKILL.md", "pdf/references/more.md", "pdf/scripts/run.sh"];

describe("where the index is", () => {
  test.each([
    { title: "format 0.2 at the root", files: onlyNew, below: "", path: "" },
    { title: "format 0.1 at the root", files: onlyOld, below: "", path: "" },
    { title: "format 0.2 below a path", files: onlyNew, below: "/team", path: "/team" },
    { title: "format 0.1 below a path", files: onlyOld, below: "/team", path: "/team/" },
    { title: "at the root, though a path is named", files: onlyNew, below: "", path: "/team" },
  ])("$title", async ({ files, below, path }) => {
    const { url } = await startSite(files, below);
    expect(paths(await install({ kind: "site", url: url + path }))).toEqual(everything);
  });

  test("the newer format and the path are preferred", async () => {
    const { url, log } = await startSite(site, "/team");
    await createSiteSource(client()).resolve({ kind: "site", url: `${url}/team` });
    expect(log).toEqual(["GET /team/.well-known/agent-skills/index.json"]);
  });

  test("a site that answers everything with a page has no skills", async () => {
    const { url } = await startServer((_, response) => response.end("<h1>Welcome</h1>"));
    await expect(install({ kind: "site", url })).rejects.toEqual(
      expect.objectContaining({
        code: "source-unavailable",
        details: { source: `${url}/`, reason: expect.stringMatching(/^it has no index of skills/) },
      }),
    );
  });
});

describe("one skill", () => {
  test("its release is the digest of its artifact, and only it is fetched", async () => {
    const { url, log } = await startSite(site);
    const spec: SiteSpec = { kind: "site", url, skill: "csv" };
    const file = site.find(({ path }) => path === ".well-known/agent-skills/csv/SKILL.md");
    const release = await createSiteSource(client()).resolve(spec);
    expect(release).toEqual({ resolved: sha256Of(file?.bytes ?? Buffer.from("")) });
    expect(paths(await install(spec))).toEqual(["csv/SKILL.md"]);
    expect(log.filter((line) => line.includes("pdf"))).toEqual([]);
  });

  test("without digests its release is the digest of its content", async () => {
    const { url } = await startSite(onlyOld);
    const release = await createSiteSource(client()).resolve({ kind: "site", url, skill: "pdf" });
    expect(release).toEqual({ resolved: digestTree(testPublication("pdf").tree) });
  });

  test("a name that is not there is answered with those that are", async () => {
    const { url } = await startSite(site);
    await expect(install({ kind: "site", url, skill: "xls" })).rejects.toEqual(
      expect.objectContaining({
        details: { source: `${url}/#xls`, reason: "the site has no skill xls; it has csv, pdf" },
      }),
    );
  });
});

test("the content is that of the published skills, executable bits included in archives", async () => {
  const { url } = await startSite(onlyNew);
  const { tree } = await install({ kind: "site", url, skill: "pdf" });
  expect(tree.entries.find(({ path }) => path === "pdf/scripts/run.sh")).toMatchObject({ executable: true });
});

test("a site has no versions", async () => {
  expect(await createSiteSource(client()).versions({ kind: "site", url: "https://example.com" })).toEqual([]);
});

describe("what cannot be used", () => {
  const entry = {
    name: "pdf",
    description: "d",
    type: "skill-md",
    url: "a.md",
    digest: `sha256:${"0".repeat(64)}`,
  };
  const index = (content: object): readonly SiteFile[] => [
    { path: ".well-known/agent-skills/index.json", bytes: jsonBytes(content) },
    { path: ".well-known/agent-skills/a.md", bytes: Buffer.from("x") },
    { path: ".well-known/agent-skills/csv/SKILL.md", bytes: Buffer.from("y") },
  ];
  const good = { ...entry, name: "csv", url: "csv/SKILL.md", digest: sha256Of(Buffer.from("y")) };
  const $schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

  test.each([
    ["an unknown type", { ...entry, type: "mcp" }, /^pdf of .* was skipped: its type "mcp" is not known\.$/],
    ["a bad name", { ...entry, name: "../pdf" }, /^Entry 1 of .* was skipped/],
    ["a digest of another kind", { ...entry, digest: "md5:0" }, /^Entry 1 of/],
    [
      "an address that is not of the web",
      { ...entry, url: "file:///etc/passwd" },
      /^pdf of .* address is not https/,
    ],
    [
      "a path that leads out",
      { name: "pdf", description: "d", files: ["SKILL.md", "../x"] },
      /^pdf of .* leads out/,
    ],
    [
      "files without SKILL.md",
      { name: "pdf", description: "d", files: ["x"] },
      /^pdf of .* lists no SKILL.md/,
    ],
    ["the same name again", { ...good, description: "again" }, /^csv is listed twice/],
  ])("%s is skipped with a warning", async (_, bad, warning) => {
    const { url } = await startSite(index({ $schema, skills: [bad, good] }));
    const fetched = await install({ kind: "site", url });
    expect(paths(fetched)).toEqual(["csv/SKILL.md"]);
    expect(fetched.warnings).toEqual([expect.stringMatching(warning)]);
  });

  test("an unknown format is not guessed at", async () => {
    const { url } = await startSite(index({ $schema: "https://example.com/9", skills: [good] }));
    await expect(install({ kind: "site", url })).rejects.toEqual(
      expect.objectContaining({
        details: {
          source: `${url}/`,
          reason: 'its index has the format "https://example.com/9", which this version does not know',
        },
      }),
    );
  });

  test("bytes with another digest than the index says are refused", async () => {
    const { url } = await startSite(index({ $schema, skills: [entry] }));
    await expect(install({ kind: "site", url })).rejects.toEqual(
      expect.objectContaining({ code: "integrity-mismatch" }),
    );
  });

  test("a site that changed since it was resolved is refused", async () => {
    const { url } = await startSite(site);
    const spec: SiteSpec = { kind: "site", url };
    const resolved = `sha256:${"1".repeat(64)}`;
    await expect(createSiteSource(client()).fetch(spec, { resolved })).rejects.toEqual(
      expect.objectContaining({
        code: "integrity-mismatch",
        details: expect.objectContaining({ expected: resolved }),
      }),
    );
  });

  test("a listed file that is missing is named", async () => {
    const { url } = await startSite(onlyOld.filter(({ path }) => !path.endsWith("more.md")));
    await expect(install({ kind: "site", url })).rejects.toEqual(
      expect.objectContaining({
        details: {
          source: `${url}/.well-known/skills/pdf/references/more.md`,
          reason: "it is listed in the index, but does not exist",
        },
      }),
    );
  });
});

describe("private sites", () => {
  test("a token in the path works, stays out of messages, and is not replaced by the public index", async () => {
    const { url } = await startSite(site, "/t/s3cr3t-token");
    expect(paths(await install({ kind: "site", url: `${url}/t/s3cr3t-token` }))).toEqual(everything);
    const open = await startSite(site);
    const error = await install({ kind: "site", url: `${open.url}/t/s3cr3t-token` }).catch(
      (thrown: Error) => thrown,
    );
    expect(String(error)).toContain("/t/***");
    expect(String(error)).not.toContain("s3cr3t");
    expect(open.log).toHaveLength(2);
  });

  test("a bearer token is sent to the site", async () => {
    const { url } = await startSite(site, "", (request, response) => {
      if (request.headers.authorization !== "Bearer abc") response.writeHead(401).end();
    });
    const credentials = [{ prefix: url, authorization: "Bearer abc" }];
    expect(paths(await install({ kind: "site", url }, client({ credentials })))).toEqual(everything);
    await expect(install({ kind: "site", url })).rejects.toThrow(/401/);
  });
});
