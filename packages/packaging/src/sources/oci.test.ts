import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpClient, type HttpClient } from "../http/client.ts";
import { startServer } from "../http/test-servers.ts";
import { jsonBytes, sha256Of } from "../publish/json-bytes.ts";
import { publishOci } from "../publish/oci.ts";
import { testPublication } from "../publish/test-publications.ts";
import { createOciSource } from "./oci.ts";
import { readDockerConfig } from "./oci-client.ts";
import type { OciSpec } from "./source.ts";
import { type RegistryTraits, startOciRegistry } from "./test-oci-registry.ts";

function client(): HttpClient {
  const made = createHttpClient();
  onTestFinished(() => made.close());
  return made;
}

async function startWith(versions: readonly string[], traits: RegistryTraits = {}) {
  const registry = await startOciRegistry(traits);
  const basic = Buffer.from(traits.user ?? "").toString("base64");
  const deps = { http: client(), logins: [{ registry: registry.host, basic }] };
  const spec: OciSpec = { kind: "oci", registry: registry.host, repository: "team/pdf" };
  for (const version of versions)
    await publishOci(
      testPublication("pdf", undefined, { version, signature: `{"for":"${version}"}` }),
      deps,
      {
        spec,
        createdAt: "2026-01-13T10:30:00Z",
      },
    );
  return { registry, spec, deps, source: createOciSource(deps) };
}

const files = ["pdf/SKILL.md", "pdf/references/more.md", "pdf/scripts/run.sh"];

describe.each([
  ["without a login", {}],
  ["with referrers", { referrers: true }],
  ["with tokens", { user: "me:pass" }],
  ["with a password", { user: "me:pass", basic: true, referrers: true }],
])("a registry %s", (_, traits) => {
  test("S3-55: what was pushed is found by tag, by version and by digest, with its signature", async () => {
    const { source, spec } = await startWith(["1.0.0", "1.10.0", "1.9.0"], traits);
    const newest = await source.resolve(spec);
    expect(newest).toEqual({
      resolved: expect.stringMatching(/^sha256:/),
      version: "1.10.0",
      publishedAt: "2026-01-13T10:30:00.000Z",
    });
    expect(await source.resolve({ ...spec, reference: newest.resolved })).toEqual(newest);
    expect((await source.resolve({ ...spec, reference: "1.9.0" })).version).toBe("1.9.0");
    expect((await source.versions(spec)).map(({ version }) => version)).toEqual(["1.10.0", "1.9.0", "1.0.0"]);
    const { tree, signature } = await source.fetch(spec, newest);
    expect(tree.entries.map(({ path }) => path)).toEqual(files);
    expect(signature).toBe('{"for":"1.10.0"}');
  });
});

test("a registry that wants a login is not pushed to or read from without", async () => {
  const { registry, spec } = await startWith(["1.0.0"], { user: "me:pass" });
  const source = createOciSource({ http: client() });
  await expect(source.resolve({ ...spec, reference: "1.0.0" })).rejects.toThrow(/401/);
  const logins = [{ registry: "elsewhere.example", basic: Buffer.from("me:pass").toString("base64") }];
  await expect(createOciSource({ http: client(), logins }).resolve(spec)).rejects.toThrow(/401/);
  expect(registry.log.filter((line) => line.startsWith("GET /token"))).not.toEqual([]);
});

test("an index brings every skill in it", async () => {
  const { registry, spec, source, deps } = await startWith(["1.0.0"]);
  await publishOci(testPublication("csv", []), deps, { spec: { ...spec, reference: "csv" } });
  const manifests = ["1.0.0", "csv"].map((tag) => {
    const { bytes = Buffer.from(""), type = "" } = registry.stored.get(`team/pdf/manifests/${tag}`) ?? {};
    return { mediaType: type, digest: sha256Of(bytes), size: bytes.length };
  });
  const index = jsonBytes({
    schemaVersion: 2,
    artifactType: "application/vnd.agentskills.collection.v1",
    manifests,
  });
  const stored = { bytes: Buffer.from(index), type: "application/vnd.oci.image.index.v1+json" };
  for (const name of ["all", sha256Of(index)]) registry.stored.set(`team/pdf/manifests/${name}`, stored);
  const spec2 = { ...spec, reference: "all" };
  const { tree } = await source.fetch(spec2, await source.resolve(spec2));
  expect(tree.entries.map(({ path }) => path)).toEqual(["csv/SKILL.md", ...files]);
});

test("other artifacts than skills are refused", async () => {
  const { registry, spec, source } = await startWith(["1.0.0"]);
  const image = jsonBytes({
    schemaVersion: 2,
    config: { mediaType: "application/vnd.oci.image.config.v1+json", digest: "sha256:0", size: 0 },
    layers: [],
  });
  for (const name of ["image", sha256Of(image)])
    registry.stored.set(`team/pdf/manifests/${name}`, { bytes: Buffer.from(image), type: "x" });
  const reference = { ...spec, reference: "image" };
  await expect(source.fetch(reference, await source.resolve(reference))).rejects.toEqual(
    expect.objectContaining({
      code: "package-invalid",
      details: expect.objectContaining({
        reason: expect.stringMatching(/^it is not a skill, but an artifact of the type/),
      }),
    }),
  );
});

test("a manifest or blob that is not what its digest says is refused", async () => {
  const { registry, spec, source } = await startWith(["1.0.0"]);
  const release = await source.resolve(spec);
  for (const [key, stored] of registry.stored)
    if (key.includes("/blobs/")) registry.stored.set(key, { ...stored, bytes: Buffer.from("other") });
  await expect(source.fetch(spec, release)).rejects.toEqual(
    expect.objectContaining({ code: "integrity-mismatch" }),
  );
  registry.stored.set(`team/pdf/manifests/${release.resolved}`, { bytes: Buffer.from("{}"), type: "x" });
  await expect(source.resolve({ ...spec, reference: release.resolved })).rejects.toEqual(
    expect.objectContaining({ code: "integrity-mismatch" }),
  );
});

test("logins come from Docker's configuration", () => {
  const text = JSON.stringify({
    auths: {
      "ghcr.io": { auth: "bWU6cA==" },
      "https://index.docker.io/v1/": { auth: "eDp5" },
      "empty.example": {},
    },
    credsStore: "desktop",
  });
  expect(readDockerConfig(text)).toEqual([
    { registry: "ghcr.io", basic: "bWU6cA==" },
    { registry: "https://index.docker.io/v1/", basic: "eDp5" },
  ]);
  expect(() => readDockerConfig("[]")).toThrow(expect.objectContaining({ code: "config-invalid" }));
});

test("a mirror gets its own login and not the one of the registry", async () => {
  const { registry, deps } = await startWith(["1.0.0"], { user: "me:pass", basic: true });
  const seen: (string | undefined)[] = [];
  const spy = await startServer(({ headers }, response) => {
    seen.push(headers.authorization);
    response.writeHead(401, { "www-authenticate": 'Basic realm="r"' }).end();
  });
  const mirrors = [
    { prefix: "https://oci.invalid/", mirror: registry.url },
    { prefix: "https://spied.invalid/", mirror: spy.url },
  ];
  const http = createHttpClient({ mirrors });
  onTestFinished(() => http.close());
  const others = ["oci.invalid", "spied.invalid"].map((host) => ({
    registry: host,
    basic: "b3RoZXI6cGFzcw==",
  }));
  const source = createOciSource({ http, logins: [...others, ...deps.logins] });
  const spec: OciSpec = { kind: "oci", registry: "oci.invalid", repository: "team/pdf" };
  const release = await source.resolve(spec);
  expect((await source.fetch(spec, release)).tree.entries.map(({ path }) => path)).toEqual(files);
  await expect(source.resolve({ ...spec, registry: "spied.invalid" })).rejects.toThrow(/401/);
  expect(new Set(seen)).toEqual(new Set([undefined]));
});

test.each<[string, readonly unknown[]]>([
  ["names no tags, page after page", [1]],
  ["names more tags than there can be", Array.from({ length: 200_000 }, (_, index) => `nightly-${index}`)],
])("a list of tags that %s ends", async (_, tags) => {
  const { log, url } = await startServer((_request, response) => {
    response.writeHead(log.length > 20 ? 404 : 200, { link: '<?n=1>; rel="next"' });
    response.end(JSON.stringify({ tags }));
  });
  const spec: OciSpec = { kind: "oci", registry: new URL(url).host, repository: "a" };
  const source = createOciSource({ http: client() });
  await expect(source.versions(spec).then(({ length }) => length)).resolves.toBe(0);
  expect(log.length).toBe(1);
});
