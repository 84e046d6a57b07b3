import {
  createHttpClient,
  createHubSource,
  createTree,
  type FileTree,
  publishHub,
  readPublication,
} from "@skillwright/packaging";
import { expect, test } from "vitest";
import { startTestHub, type TestHub } from "../test-hub.ts";

const skillText =
  "---\nname: pdf\ndescription: Reads PDF files. Use it for PDF.\nmetadata:\n  version: 1.2.0\n---\n# PDF\n";

function treeOf(text: string): FileTree {
  return createTree([{ path: "SKILL.md", bytes: Buffer.from(text), executable: false }], "pdf");
}

function clientOf({ url, token }: TestHub) {
  const credentials = [{ prefix: url, authorization: `Bearer ${token}` }];
  return createHttpClient({ credentials });
}

test("S3-27: what is published can be installed by the same client, and never changes", async () => {
  const hub = await startTestHub();
  const http = clientOf(hub);
  const publication = readPublication(treeOf(skillText), "pdf");
  await publishHub(publication, { http, hub: hub.url });
  const source = createHubSource(http, hub.url);
  const release = await source.resolve({ kind: "hub", name: "pdf", range: "^1.0.0" });
  const { tree } = await source.fetch({ kind: "hub", name: "pdf" }, release);
  expect([release.version, tree.entries.map(({ path }) => path)]).toEqual(["1.2.0", ["pdf/SKILL.md"]]);

  // Once more is no error, other bytes under the same number are.
  await publishHub(publication, { http, hub: hub.url });
  const other = readPublication(treeOf(`${skillText}More.\n`), "pdf");
  await expect(publishHub(other, { http, hub: hub.url })).rejects.toThrow(/cannot change/);
});
