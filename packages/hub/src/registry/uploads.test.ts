import { expect, test } from "vitest";
import { hubLimits } from "../limits.ts";
import { startTestRegistry } from "./test-registry.ts";
import { readUpload, storeUpload } from "./uploads.ts";

test("unpublished bytes are gone after a day, published ones stay", async () => {
  const hub = await startTestRegistry();
  await hub.publish({});
  const { database } = hub;
  const later = Date.now() + hubLimits.uploadMs + 1000;
  const upload = { tenant: "enterprise", principal: "token:x" };
  const store = (text: string, now: number) => storeUpload(database, Buffer.from(text), { ...upload, now });
  const blobs = async () => (await database.read.selectFrom("blobs").select("digest").execute()).length;
  const digest = await store("never published", Date.now());
  expect([await blobs(), (await readUpload(database.read, digest, upload))?.length]).toEqual([2, 15]);
  await store("the next upload sweeps", later);
  expect([await blobs(), await readUpload(database.read, digest, upload)]).toEqual([2, undefined]);
  expect(
    (await hub.send("GET", "/api/v1/skills/pdf/versions/1.0.0/file?path=SKILL.md", { token: hub.token }))
      .status,
  ).toBe(200);
});
