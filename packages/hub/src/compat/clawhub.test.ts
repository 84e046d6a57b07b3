import { createHash } from "node:crypto";
import { digestTree, readArchive } from "@skillwright/packaging";
import { expect, test } from "vitest";
import { startTestRegistry, type TestRegistry, testTree } from "../registry/test-registry.ts";

const files = { "scripts/run.sh": "#!/bin/sh\necho hi\n", "notes.md": "x\n" };

/** What the `clawhub` command sends to publish a folder. */
async function publish(
  hub: TestRegistry,
  token: string,
  { version = "1.0.0", owner = "red" } = {},
): Promise<Response> {
  const api = "/clawhub/api/v1";
  const sent: object[] = [];
  for (const entry of testTree({ files }).entries) {
    if (!("bytes" in entry)) continue;
    const sha256 = createHash("sha256").update(entry.bytes).digest("hex");
    const file = { path: entry.path, size: entry.bytes.length, sha256, contentType: "text/plain" };
    const place = await hub.send("POST", `${api}/skills/-/upload-url`, { token, body: file });
    if (!place.ok) return place;
    const { uploadUrl } = (await place.json()) as { uploadUrl: string };
    const uploaded = await hub.send("POST", uploadUrl, { token, body: entry.bytes });
    const { storageId } = (await uploaded.json()) as { storageId: string };
    sent.push({ ...file, storageId });
  }
  const body = {
    slug: "pdf",
    displayName: "Pdf",
    ownerHandle: owner,
    version,
    changelog: "",
    tags: ["latest"],
    files: sent,
  };
  return hub.send("POST", `${api}/skills`, { token, body });
}

/** The hash of a folder that the command computes. */
function fingerprint(): string {
  const lines = testTree({ files }).entries.flatMap((entry) =>
    "bytes" in entry ? [`${entry.path}:${createHash("sha256").update(entry.bytes).digest("hex")}`] : [],
  );
  return createHash("sha256")
    .update(lines.toSorted((a, b) => a.localeCompare(b)).join("\n"))
    .digest("hex");
}

test("ClawHub's client finds the registry, publishes, searches, resolves and downloads", async () => {
  const hub = await startTestRegistry();
  const token = await hub.tokenOf("publisher", "red");
  expect(await hub.read("/.well-known/clawhub.json")).toEqual({
    apiBase: `${hub.url}/clawhub`,
    authBase: hub.url,
  });
  const api = "/clawhub/api/v1";
  expect(await hub.read(`${api}/whoami`, token)).toMatchObject({ user: { handle: "red" } });
  const published = await publish(hub, token);
  expect([published.status, await published.json()]).toMatchObject([
    200,
    { ok: true, publicationStatus: "published" },
  ]);
  expect(await hub.read(`${api}/search?q=pdf`, token)).toMatchObject({
    results: [{ slug: "pdf", ownerHandle: "red" }],
  });
  expect(await hub.read(`${api}/skills?limit=500&sort=updated`, token)).toMatchObject({
    items: [{ slug: "pdf" }],
  });
  expect(await hub.read(`${api}/skills/pdf?ownerHandle=red`, token)).toMatchObject({
    ...{ latestVersion: { version: "1.0.0" }, owner: { handle: "red" } },
    skill: { slug: "pdf", tags: { latest: "1.0.0" } },
  });
  expect(await hub.read(`${api}/skills/pdf/versions`, token)).toMatchObject({
    items: [{ version: "1.0.0" }],
  });
  const one = (await hub.read(`${api}/skills/pdf/versions/1.0.0`, token)) as {
    version: { files: unknown[] };
  };
  expect(one.version.files).toHaveLength(3);
  const resolve = `${api}/resolve?slug=pdf&hash=`;
  expect(await hub.read(resolve + fingerprint(), token)).toMatchObject({ match: { version: "1.0.0" } });
  expect(await hub.read(resolve + "0".repeat(64), token)).toMatchObject({ match: null });
  const zip = await hub.send("GET", `${api}/download?slug=pdf&version=1.0.0`, { token });
  const tree = await readArchive(new Uint8Array(await zip.arrayBuffer()), { source: "test" });
  expect(digestTree(tree)).toBe(digestTree(testTree({ files })));
  const file = await hub.send("GET", `${api}/skills/pdf/file?path=notes.md`, { token });
  expect(await file.text()).toBe("x\n");
  expect((await hub.send("GET", `${api}/skills/pdf`)).status).toBe(404);
});

test("its client cannot publish for another tenant, or files that it has not sent", async () => {
  const hub = await startTestRegistry();
  const token = await hub.tokenOf("publisher", "red");
  expect((await publish(hub, token, { owner: "blue" })).status).toBe(403);
  expect((await publish(hub, await hub.tokenOf("reader", "red"))).status).toBe(403);
  await publish(hub, token);
  const foreign = await hub.tokenOf("admin", "blue");
  const known = testTree({ files }).entries.flatMap((entry) => ("bytes" in entry ? [entry] : []));
  const stolen = known.map(({ path, bytes }) => ({
    ...{ path, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") },
  }));
  const body = { slug: "pdf", version: "1.0.0", files: stolen };
  const answer = await hub.send("POST", "/clawhub/api/v1/skills", { token: foreign, body });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("first")]);
});
