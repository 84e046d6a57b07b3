import { expect, onTestFinished, test } from "vitest";
import { createHttpClient, type HttpClient } from "../http/client.ts";
import { publishNpm } from "../publish/npm.ts";
import { testPublication } from "../publish/test-publications.ts";
import { createNpmSource } from "./npm.ts";
import { readNpmrc } from "./npmrc.ts";
import type { NpmSpec } from "./source.ts";
import { startNpmRegistry } from "./test-npm-registry.ts";

function client(): HttpClient {
  const made = createHttpClient();
  onTestFinished(() => made.close());
  return made;
}

async function startWith(versions: readonly string[], name = "pdf-skill") {
  const registry = await startNpmRegistry();
  const deps = { http: client(), settings: readNpmrc([{ text: `registry=${registry.url}` }]) };
  for (const version of versions)
    await publishNpm(testPublication("pdf", undefined, { version }), deps, { package: name });
  return { registry, source: createNpmSource(deps.http, deps.settings) };
}

test("S0-15: a range finds the newest version that fits, with its publish time and integrity", async () => {
  const { source } = await startWith(["1.0.0", "1.2.0", "2.0.0"]);
  const spec = (range?: string): NpmSpec => ({ kind: "npm", name: "pdf-skill", ...(range && { range }) });
  const found = async (range?: string): Promise<string> => (await source.resolve(spec(range))).resolved;
  expect([await found(), await found("^1.0.0"), await found("1.0.0"), await found("latest")]).toEqual([
    "2.0.0",
    "1.2.0",
    "1.0.0",
    "2.0.0",
  ]);
  expect(await source.resolve(spec("^1"))).toEqual({
    resolved: "1.2.0",
    version: "1.2.0",
    publishedAt: "2026-01-13T10:30:00.000Z",
    integrity: expect.stringMatching(/^sha512-/),
  });
  expect((await source.versions(spec())).map(({ version }) => version)).toEqual(["2.0.0", "1.2.0", "1.0.0"]);
  await expect(found("^3")).rejects.toEqual(
    expect.objectContaining({
      details: { source: "npm:pdf-skill@^3", reason: "no version fits; the newest is 2.0.0" },
    }),
  );
});

test("the tarball is unpacked in memory without its outer folder, scopes included", async () => {
  const { source, registry } = await startWith(["1.0.0"], "@team/pdf");
  const spec: NpmSpec = { kind: "npm", name: "@team/pdf" };
  const { tree } = await source.fetch(spec, await source.resolve(spec));
  expect(tree.entries.map(({ path }) => path)).toEqual([
    "package.json",
    "skills/pdf/SKILL.md",
    "skills/pdf/references/more.md",
    "skills/pdf/scripts/run.sh",
  ]);
  expect(registry.log).toContain("GET /@team%2fpdf");
});

test("a deprecated version is shown as such and chosen last", async () => {
  const { source, registry } = await startWith(["1.0.0", "1.1.0"]);
  const packument = registry.packages.get("pdf-skill") as {
    versions: Record<string, { deprecated?: string }>;
  };
  if (packument.versions["1.1.0"]) packument.versions["1.1.0"].deprecated = "Use 1.0.0.";
  const spec: NpmSpec = { kind: "npm", name: "pdf-skill", range: "^1.0.0" };
  expect((await source.resolve(spec)).resolved).toBe("1.0.0");
  expect(await source.resolve({ ...spec, range: "1.1.0" })).toMatchObject({ deprecated: "Use 1.0.0." });
});

test("bytes with another integrity are refused, that of the release before that of the registry", async () => {
  const { source } = await startWith(["1.0.0"]);
  const spec: NpmSpec = { kind: "npm", name: "pdf-skill" };
  const integrity = `sha512-${"A".repeat(86)}==`;
  await expect(source.fetch(spec, { resolved: "1.0.0", integrity })).rejects.toEqual(
    expect.objectContaining({ code: "integrity-mismatch" }),
  );
  await expect(source.fetch(spec, { resolved: "1.0.0", integrity: "sha1-abc" })).rejects.toEqual(
    expect.objectContaining({
      details: { source: "npm:pdf-skill@1.0.0", reason: "the registry gives no SHA-512 of it" },
    }),
  );
});

test("a package that is not there is named", async () => {
  const { source, registry } = await startWith([]);
  await expect(source.resolve({ kind: "npm", name: "nope" })).rejects.toEqual(
    expect.objectContaining({
      details: { source: "npm:nope", reason: `${registry.url}/ has no package of this name` },
    }),
  );
});

test("tokens of .npmrc are sent to their registry", async () => {
  const registry = await startNpmRegistry("s3cr3t");
  const place = registry.url.replace("http:", "");
  const text = `registry=${registry.url}\n${place}/:_authToken=\${TOKEN}\n`;
  const settings = readNpmrc([{ text }], { TOKEN: "s3cr3t" });
  await publishNpm(testPublication("pdf"), { http: client(), settings });
  const source = createNpmSource(client(), settings);
  const spec: NpmSpec = { kind: "npm", name: "pdf" };
  expect((await source.fetch(spec, await source.resolve(spec))).tree.entries).toHaveLength(4);
  const without = createNpmSource(client(), readNpmrc([{ text: `registry=${registry.url}` }]));
  await expect(without.resolve(spec)).rejects.toThrow(/401/);
});
