import { activationPreviewSchema, taskPreviewSchema } from "@skillwright/core/registry";
import { expect, test } from "vitest";
import { startTestRegistry } from "./test-registry.ts";

test("a task shows what an agent would list, and why skills match", async () => {
  const hub = await startTestRegistry();
  const { token } = hub;
  await hub.publish({ name: "pdf", description: "Extracts text from PDF files.", body: "# Scans\n" });
  await hub.publish({ name: "soup", description: "Cooks soup." });
  const preview = async (query: Record<string, string>) =>
    taskPreviewSchema.parse(await hub.read(`/api/v1/task-preview?${new URLSearchParams(query)}`, token));
  const { listing, matches, threshold } = await preview({ task: "extract the text of scanned PDFs" });
  expect(listing).toMatchObject({ tier: "full", skills: 2, listed: 2, budget: 1024 });
  expect(listing.text).toContain("Extracts text from PDF files.");
  expect(listing.bytes).toBe(Buffer.byteLength(listing.text));
  expect(matches).toHaveLength(1);
  expect(matches[0]?.score).toBeGreaterThan(threshold);
  expect(matches[0]?.words).toEqual([
    { word: "extract", fields: ["description"] },
    { word: "text", fields: ["description"] },
    { word: "scanned", fields: ["headings"] },
    { word: "PDFs", fields: ["name", "description"] },
  ]);
  expect((await preview({})).matches).toEqual([]);
  expect((await preview({ bytes: "640" })).listing.bytes).toBeLessThanOrEqual(640);
});

test("the preview of an activation is what a model gets, with files and tools", async () => {
  const hub = await startTestRegistry();
  const { token } = hub;
  await hub.publish({ name: "pdf", body: "Run it.\n", files: { "scripts/run.sh": "#!/bin/sh\n" } });
  const path = "/api/v1/skills/pdf/versions/1.0.0/activation";
  const preview = activationPreviewSchema.parse(await hub.read(path, token));
  expect(preview.text).toBe(
    '<skill_content name="pdf">\nRun it.\n\n<skill_resources>\n  <file>scripts/run.sh</file>\n</skill_resources>\n</skill_content>',
  );
  expect(preview).toMatchObject({ bytes: Buffer.byteLength(preview.text), truncated: false });
  expect(preview.files).toEqual([{ path: "scripts/run.sh", size: 10 }]);
  expect(preview.allowedTools).toBeUndefined();
});

test("previews show no skill that the caller may not see", async () => {
  const hub = await startTestRegistry();
  const red = await hub.tokenOf("admin", "red");
  await hub.publish({ name: "secret", description: "Paints secrets.", token: red, tenant: "red" });
  const blue = await hub.tokenOf("reader", "blue");
  const preview = taskPreviewSchema.parse(await hub.read("/api/v1/task-preview?task=paint+secrets", blue));
  expect([preview.matches, preview.listing.skills, preview.listing.text]).toEqual([[], 0, ""]);
  const answer = await hub.send("GET", "/api/v1/skills/secret/versions/1.0.0/activation", { token: blue });
  expect(answer.status).toBe(404);
  expect((await hub.send("GET", "/api/v1/task-preview?task=paint", {})).status).toBe(401);
});
