import { expect, onTestFinished, test } from "vitest";
import { createHttpClient, type HttpClient } from "../http/client.ts";
import { publishHub } from "../publish/hub.ts";
import { testPublication } from "../publish/test-publications.ts";
import { createHubSource } from "./hub.ts";
import type { HubSpec } from "./source.ts";
import { startHub } from "./test-hub.ts";

function client(url?: string): HttpClient {
  const credentials = url === undefined ? [] : [{ prefix: url, authorization: "Bearer abc" }];
  const made = createHttpClient({ credentials });
  onTestFinished(() => made.close());
  return made;
}

async function startWith(versions: readonly string[]) {
  const hub = await startHub("abc");
  const deps = { http: client(hub.url), hub: hub.url };
  for (const version of versions)
    await publishHub(
      testPublication("pdf", undefined, { version, signature: `{"for":"${version}"}` }),
      deps,
      {
        package: "team/pdf",
      },
    );
  const spec: HubSpec = { kind: "hub", name: "team/pdf" };
  return { hub, deps, spec, source: createHubSource(client(), hub.url) };
}

test("S3-55: a published version is found by range and fetched with its signature", async () => {
  const { source, spec } = await startWith(["1.0.0", "1.10.0", "2.0.0"]);
  const release = await source.resolve({ ...spec, range: "^1" });
  expect(release).toEqual({
    resolved: "1.10.0",
    version: "1.10.0",
    publishedAt: "2026-01-13T10:30:00.000Z",
    integrity: expect.stringMatching(/^sha256:/),
  });
  const { tree, signature } = await source.fetch(spec, release);
  expect(tree.entries.map(({ path }) => path)).toEqual([
    "pdf/SKILL.md",
    "pdf/references/more.md",
    "pdf/scripts/run.sh",
  ]);
  expect(signature).toBe('{"for":"1.10.0"}');
});

test("a withdrawn version is found only by its number, a deprecated one only if nothing else fits", async () => {
  const { hub, source, spec } = await startWith(["1.0.0", "1.1.0", "1.2.0"]);
  const document = hub.skills.get("team/pdf");
  if (document === undefined) throw new Error("not published");
  const [first, second, third] = document.versions;
  if (!first || !second || !third) throw new Error("not published");
  hub.skills.set("team/pdf", {
    ...document,
    versions: [first, { ...second, deprecated: "Old." }, { ...third, yanked: "Leaks." }],
  });
  expect((await source.versions(spec)).map(({ version }) => version)).toEqual(["1.1.0", "1.0.0"]);
  expect((await source.resolve(spec)).resolved).toBe("1.0.0");
  expect(await source.resolve({ ...spec, range: "1.2.0" })).toMatchObject({
    deprecated: "withdrawn: Leaks.",
  });
  expect(await source.resolve({ ...spec, range: ">1.0.0" })).toMatchObject({
    resolved: "1.1.0",
    deprecated: "Old.",
  });
});

test("a tag is the version that it names, and follows the hub; an unknown one names those there are", async () => {
  const { hub, source, spec } = await startWith(["1.0.0", "1.1.0", "2.0.0-rc.1"]);
  const document = hub.skills.get("team/pdf");
  if (document === undefined) throw new Error("not published");
  const resolve = async (range: string) => (await source.resolve({ ...spec, range })).resolved;
  expect(await resolve("latest")).toBe("1.1.0");
  hub.skills.set("team/pdf", { ...document, tags: { latest: "1.0.0", beta: "2.0.0-rc.1" } });
  expect([await resolve("latest"), await resolve("beta")]).toEqual(["1.0.0", "2.0.0-rc.1"]);
  hub.skills.set("team/pdf", { ...document, tags: { latest: "1.1.0", beta: "1.1.0" } });
  expect(await resolve("beta")).toBe("1.1.0");
  await expect(resolve("nightly")).rejects.toMatchObject({
    details: {
      source: "hub:team/pdf@nightly",
      reason: 'it has no tag "nightly"; its tags are latest, beta, and the newest version is 2.0.0-rc.1',
    },
  });
});

test("an archive whose content is not what the hub says is refused", async () => {
  const { hub, source, spec } = await startWith(["1.0.0"]);
  const document = hub.skills.get("team/pdf");
  const versions = document?.versions.map((one) => ({ ...one, digest: `sha256:${"0".repeat(64)}` })) ?? [];
  hub.skills.set("team/pdf", { name: "team/pdf", description: "d", versions });
  await expect(source.fetch(spec, await source.resolve(spec))).rejects.toEqual(
    expect.objectContaining({
      code: "integrity-mismatch",
      details: expect.objectContaining({ what: "content digest" }),
    }),
  );
});

test("a version is published once, with a token", async () => {
  const { deps } = await startWith(["1.0.0"]);
  const again = testPublication("pdf", undefined, { version: "1.0.0" });
  await expect(publishHub(again, deps, { package: "team/pdf" })).rejects.toEqual(
    expect.objectContaining({
      details: { source: "hub:team/pdf@1.0.0", reason: "This version is already published" },
    }),
  );
  await expect(publishHub(again, { ...deps, http: client() })).rejects.toThrow(/wants a login/);
});

test("a name that is not there, and a server that is no hub", async () => {
  const { source, hub } = await startWith([]);
  const details = (reason: string) => expect.objectContaining({ details: { source: "hub:nope", reason } });
  await expect(source.resolve({ kind: "hub", name: "nope" })).rejects.toEqual(
    details(`${hub.url}/ has no skill of this name`),
  );
  hub.skills.set("nope", { name: "nope", description: "d", versions: "none" as never });
  await expect(source.resolve({ kind: "hub", name: "nope" })).rejects.toEqual(
    details(`${hub.url}/ did not answer as a hub`),
  );
});
