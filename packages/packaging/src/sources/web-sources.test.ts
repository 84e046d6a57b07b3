import { createHash } from "node:crypto";
import { onTestFinished } from "vitest";
import { writeTarGz } from "../archives/write-tar.ts";
import { createHttpClient, type HttpClient } from "../http/client.ts";
import { startServer } from "../http/test-servers.ts";
import { jsonBytes, sha256Of } from "../publish/json-bytes.ts";
import { publishOci } from "../publish/oci.ts";
import { type Publication, readPublication } from "../publish/publication.ts";
import { planSite, type SiteFile } from "../publish/site.ts";
import { digestTree, inFolder, subtree } from "../tree/file-tree.ts";
import { describeSource, type SourceUnderTest, type TestFiles, treeOf } from "./contract.ts";
import { createHubSource } from "./hub.ts";
import { createNpmSource } from "./npm.ts";
import { readNpmrc } from "./npmrc.ts";
import { createOciSource } from "./oci.ts";
import { createSiteSource } from "./site.ts";
import type { HubSpec, NpmSpec, OciSpec, SiteSpec } from "./source.ts";
import { startHub } from "./test-hub.ts";
import { startNpmRegistry } from "./test-npm-registry.ts";
import { startOciRegistry } from "./test-oci-registry.ts";

function client(): HttpClient {
  const made = createHttpClient();
  onTestFinished(() => made.close());
  return made;
}

function publications(files: TestFiles): readonly Publication[] {
  const tree = treeOf(files);
  const folders = new Set(tree.entries.map(({ path }) => path.slice(0, path.indexOf("/"))));
  return [...folders].map((folder) => readPublication(subtree(tree, folder, folder), folder));
}

describeSource<SiteSpec>(
  "a site",
  { hasVersions: false, keepsReleases: false, keepsLinks: true, hasDates: false },
  async () => createSite((path) => path.includes("/agent-skills/")),
);

describeSource<SiteSpec>(
  "a site of the older format",
  { hasVersions: false, keepsReleases: false, keepsLinks: false, hasDates: false },
  async () => createSite((path) => path.includes("/skills/")),
);

async function createSite(isServed: (path: string) => boolean): Promise<SourceUnderTest<SiteSpec>> {
  let files: readonly SiteFile[] = [];
  const { url } = await startServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const file = files.find((one) => `/${one.path}` === path && isServed(one.path));
    if (file === undefined) response.writeHead(404).end();
    else response.end(file.bytes);
  });
  return {
    source: createSiteSource(client()),
    spec: { kind: "site", url },
    missing: { kind: "site", url, skill: "nope" },
    publish: async (published) => {
      files = planSite(publications(published));
    },
  };
}

describeSource<NpmSpec>(
  "an npm registry",
  { hasVersions: true, keepsReleases: true, keepsLinks: true, hasDates: true },
  async () => {
    const registry = await startNpmRegistry();
    const http = client();
    const publish = async (files: TestFiles, version: string): Promise<void> => {
      const bytes = writeTarGz(inFolder(treeOf(files), "package"));
      const dist = {
        tarball: `${registry.url}/skills/-/skills-${version}.tgz`,
        integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
      };
      const data = Buffer.from(bytes).toString("base64");
      const body = {
        "dist-tags": { latest: version },
        versions: { [version]: { dist } },
        _attachments: { a: { data } },
      };
      await http.send({ method: "PUT", url: `${registry.url}/skills`, name: "it", body: jsonBytes(body) });
    };
    const source = createNpmSource(http, readNpmrc([{ text: `registry=${registry.url}` }]));
    return { source, publish, spec: { kind: "npm", name: "skills" }, missing: { kind: "npm", name: "nope" } };
  },
);

describeSource<OciSpec>(
  "an OCI registry",
  { hasVersions: true, keepsReleases: true, keepsLinks: true, hasDates: true },
  async () => {
    const registry = await startOciRegistry();
    const http = client();
    const spec: OciSpec = { kind: "oci", registry: registry.host, repository: "team/skills" };
    const publish = async (files: TestFiles, version: string): Promise<void> => {
      const manifests: object[] = [];
      for (const skill of publications(files)) {
        const { items } = await publishOci(
          skill,
          { http },
          { spec: { ...spec, reference: `part-${skill.name}` } },
        );
        const { digest, size } = items.at(-1) ?? { digest: "", size: 0 };
        manifests.push({ mediaType: "application/vnd.oci.image.manifest.v1+json", digest, size });
      }
      const annotations = { "org.opencontainers.image.created": "2026-01-13T10:30:00Z" };
      const bytes = Buffer.from(jsonBytes({ schemaVersion: 2, manifests, annotations }));
      for (const name of [version, sha256Of(bytes)])
        registry.stored.set(`team/skills/manifests/${name}`, {
          bytes,
          type: "application/vnd.oci.image.index.v1+json",
        });
    };
    return { source: createOciSource({ http }), publish, spec, missing: { ...spec, repository: "nope" } };
  },
);

describeSource<HubSpec>(
  "a hub",
  { hasVersions: true, keepsReleases: true, keepsLinks: true, hasDates: true },
  async () => {
    const hub = await startHub("abc");
    const publish = async (files: TestFiles, version: string): Promise<void> => {
      const tree = treeOf(files);
      const isOne = publications(files).length === 1;
      const bytes = Buffer.from(writeTarGz(tree));
      hub.blobs.set(sha256Of(bytes), bytes);
      const before = hub.skills.get("team/pdf")?.versions ?? [];
      const added = {
        version,
        digest: digestTree(isOne ? subtree(tree, "pdf", "pdf") : tree),
        archive: { digest: sha256Of(bytes), size: bytes.length },
        publishedAt: "2026-01-13T10:30:00.000Z",
      };
      hub.skills.set("team/pdf", { name: "team/pdf", description: "d", versions: [...before, added] });
    };
    const spec: HubSpec = { kind: "hub", name: "team/pdf" };
    return { source: createHubSource(client(), hub.url), publish, spec, missing: { ...spec, name: "nope" } };
  },
);
