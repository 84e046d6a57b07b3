import { SkillError } from "@skillwright/core";
import { readArchive } from "../../packages/packaging/src/archives/read-archive.ts";
import { buildTar, buildZip, pax } from "../../packages/packaging/src/archives/test-archives.ts";
import type { HttpClient } from "../../packages/packaging/src/http/client.ts";
import { redactUrl } from "../../packages/packaging/src/http/safe-url.ts";
import { addWant } from "../../packages/packaging/src/lock/edit-wants.ts";
import { importWants } from "../../packages/packaging/src/lock/import-wants.ts";
import { parseLock } from "../../packages/packaging/src/lock/parse-lock.ts";
import { parseWants } from "../../packages/packaging/src/lock/wants.ts";
import { readUaapsPackage } from "../../packages/packaging/src/pack/uaaps-package.ts";
import { mergeText } from "../../packages/packaging/src/plan/merge-text.ts";
import { canonicalSource, matchesSource } from "../../packages/packaging/src/policy/source-pattern.ts";
import { readBundle } from "../../packages/packaging/src/sign/bundle.ts";
import { isTrustedSigner } from "../../packages/packaging/src/sign/signer.ts";
import { readTrustRoot } from "../../packages/packaging/src/sign/trust-root.ts";
import { findSkills } from "../../packages/packaging/src/sources/find-skills.ts";
import { readRefs, versionTags } from "../../packages/packaging/src/sources/git-refs.ts";
import { listTree } from "../../packages/packaging/src/sources/git-tree.ts";
import { createHubSource } from "../../packages/packaging/src/sources/hub.ts";
import { createNpmSource } from "../../packages/packaging/src/sources/npm.ts";
import { readNpmrc } from "../../packages/packaging/src/sources/npmrc.ts";
import { createOciSource } from "../../packages/packaging/src/sources/oci.ts";
import { readDockerConfig } from "../../packages/packaging/src/sources/oci-client.ts";
import { readManifest } from "../../packages/packaging/src/sources/oci-manifest.ts";
import { parseSource, withoutSecrets } from "../../packages/packaging/src/sources/parse-source.ts";
import { readSiteIndex, siteSchema } from "../../packages/packaging/src/sources/site-index.ts";
import { foldPath, pathFault } from "../../packages/packaging/src/tree/path-fault.ts";
import { readNameAndRange } from "../../packages/packaging/src/versions/dependencies-of.ts";
import { readRange, versionsIn } from "../../packages/packaging/src/versions/range.ts";
import type { Reader } from "./reader.ts";

const encoder = new TextEncoder();
const place = { cwd: "/w", home: "/h" };
const digest = `sha256:${"a".repeat(64)}`;

/** A server that answers every request with one text. */
function answering(text: string): HttpClient {
  const bytes = encoder.encode(text);
  return {
    get: async () => ({ bytes }),
    download: async () => bytes,
    send: async ({ url }) => ({ status: 200, headers: { link: text }, bytes, url: new URL(url) }),
    follow: () => Promise.reject(new Error("not used")),
    close: () => undefined,
  };
}

/** Files of others that packages, repositories and registries bring. */
export const packagingReaders: readonly Reader[] = [
  { name: "read a lock", read: (text) => parseLock(text, "l") },
  {
    name: "read a lock with conflicts",
    read: (text) => parseLock(`<<<<<<< a\n${text}\n=======\n${text}\n>>>>>>> b\n`, "l"),
  },
  { name: "read wants", read: (text) => parseWants(text, "w") },
  {
    name: "read a want",
    read: (text) => parseWants(JSON.stringify({ skills: { a: text, [`b${text}`]: "c" } }), "w"),
  },
  {
    name: "edit wants",
    read: (text) =>
      addWant(
        { path: "w", text: JSON.stringify({ $schema: text, skills: {} }) },
        { name: "a", source: text },
      ),
  },
  { name: "import a lock of apm", read: (text) => importWants(text, "apm.lock.yaml"), isYaml: true },
  {
    name: "import the files of other tools",
    read: (text) => {
      const entry = { source: text, sourceUrl: text, sourceType: "git", skillPath: text, ref: text };
      return [
        importWants(JSON.stringify({ skills: { [`a${text}`]: entry } }), "skills-lock.json"),
        importWants(JSON.stringify({ skills: { a: text } }), "skills.json"),
        importWants(JSON.stringify({ dependencies: { [`b${text}`]: text } }), "package.agent.json"),
      ];
    },
  },
  { name: "read a name with a range", read: (text) => readNameAndRange(text) },
  {
    name: "match a source",
    read: (text) => [
      matchesSource(text, "github:acme/*"),
      matchesSource(`https://${text}`, "a/*"),
      matchesSource(`oci:${text}`, "oci:*"),
    ],
  },
  { name: "check a path of a package", read: (text) => [pathFault(text), foldPath(text)] },
  {
    name: "read the manifest of a UAAPS package",
    read: (text) => {
      const manifest = {
        name: "a",
        version: "1.0.0",
        files: [text.slice(0, 500)],
        artifacts: { a: [{ path: text }] },
      };
      const bytes = Buffer.from(JSON.stringify(manifest));
      return readUaapsPackage({ entries: [{ path: "package.agent.json", bytes, executable: false }] }, "f");
    },
  },
  {
    name: "find skills in a repository",
    read: (text) => {
      const file = (path: string, content: string) => ({
        path,
        bytes: new TextEncoder().encode(content),
        executable: false,
      });
      const entries = [
        file(".claude-plugin/marketplace.json", text),
        file("SKILL.md", `---\nname: a\ndescription: b\n---\n${text}`),
      ];
      return findSkills({ tree: { entries }, isRepository: true }, "a");
    },
  },
  { name: "show an address", read: (text) => redactUrl(`https://example.com/${text}`) },
  {
    name: "read a signature",
    read: (text) => [readBundle(text), readBundle(JSON.stringify([text, { text }]))],
  },
  {
    name: "match a signer",
    read: (text) =>
      isTrustedSigner(`https://github.com/${text}`, { identities: [text, "https://github.com/*a*b/**/c*"] }),
  },
  { name: "read .npmrc", read: (text) => readNpmrc([{ text }]) },
  { name: "read a token of .npmrc", read: (text) => readNpmrc([{ text: `//${text}:_authToken=${text}` }]) },
  { name: "read logins of Docker", read: (text) => readDockerConfig(text) },
  {
    name: "read a source",
    read: (text) =>
      ["", "npm:", "hub:", "oci:", "github:", "gitlab:a/", "https://", "git@a:", "ssh://a/", "./"].map(
        (start) => {
          const source = `${start}${text}`;
          return [
            canonicalSource(source),
            withoutSecrets(source),
            attemptSource(source.slice(0, 2048)),
            attemptSource(source),
          ];
        },
      ),
  },
  { name: "read a range", read: (text) => [readRange(text), versionsIn(text, ["1.0.0"])] },
  {
    name: "read refs",
    read: (text) => {
      const id = "a".repeat(40);
      const lines = [
        text,
        `${id}\t${text}`,
        ...text.split("\n").map((line) => `${id}\trefs/tags/v1.0.0${line}^{}`),
      ];
      const refs = readRefs(lines.join("\n"));
      return [versionTags(refs), versionTags(refs, text)];
    },
  },
  {
    name: "read the files of a commit",
    read: (text) => {
      const links = ["a", "b", text.replaceAll("\0", "")].map(
        (path) => `120000 blob ${"a".repeat(40)}\t${path}\0`,
      );
      const bytes = Buffer.from(text);
      const repository = {
        run: async () => ({ stdout: Buffer.from(links.join("")), stderr: "", isFailed: false }),
        fetchObjects: async () => undefined,
        readObjects: async () =>
          new Map([["a".repeat(40), { type: "blob", bytes: bytes.subarray(0, 1000) }]]),
        listRefs: async () => text,
        fetchCommit: async () => undefined,
        readDates: async () => [],
      };
      return listTree(repository, { commit: "c", path: undefined, source: "s" });
    },
  },
  ...["", "\x1f\x8b\b\0", "PK\x03\x04"].map((start) => ({
    name: `read an archive that starts with ${JSON.stringify(start)}`,
    read: (text: string) => readArchive(Buffer.from(`${start}${text}`, "latin1"), { source: "a" }),
  })),
  {
    name: "read a tar archive",
    read: async (text) => {
      const long = text.slice(0, 60_000).replaceAll("\0", "");
      await attempt(() =>
        readArchive(buildTar([pax({ path: long, linkpath: long }), { path: "a", content: text }]), {
          source: "a",
        }),
      );
      await attempt(() =>
        readArchive(buildTar([{ path: "x", type: "L", content: text }, { path: "a" }]), { source: "a" }),
      );
      await attempt(() =>
        readArchive(buildTar([{ path: "x", type: "x", content: text }, { path: "a" }]), { source: "a" }),
      );
      return readArchive(Buffer.concat([buildTar([{ path: "a" }], { end: false }), Buffer.from(text)]), {
        source: "a",
      });
    },
  },
  {
    name: "read a zip archive",
    read: async (text) => {
      // The header has two bytes for each length.
      const long = Buffer.from(text).subarray(0, 60_000);
      await attempt(() =>
        readArchive(buildZip([{ path: "", rawPath: long, content: text, extra: long }]), { source: "a" }),
      );
      return readArchive(
        buildZip([{ path: "a", content: text, mode: 0o120777 }], {
          comment: long.toString("latin1").replaceAll(/[^\0-\x7f]/g, "?"),
        }),
        {
          source: "a",
        },
      );
    },
  },
  {
    name: "read the index of a site",
    read: async (text) => {
      const entry = { name: "a", description: text.slice(0, 1000), type: text, url: text, digest };
      const files = { name: "b", description: "", files: [text, "SKILL.md"] };
      await attempt(() => readSiteIndex("https://a.dev", answering(text)));
      return readSiteIndex(
        "https://a.dev",
        answering(
          JSON.stringify({ $schema: siteSchema, skills: [entry, files, { ...entry, type: "archive" }] }),
        ),
      );
    },
  },
  {
    name: "read the versions of a package",
    read: async (text) => {
      const npm = (content: string) => createNpmSource(answering(content), readNpmrc([]));
      const dist = { tarball: text, integrity: text };
      const content = {
        "dist-tags": { latest: text },
        versions: { [`1.0.0-${text}`]: { dist }, "1.0.0": { dist } },
        time: { "1.0.0": text },
      };
      await attempt(() => npm(text).resolve({ kind: "npm", name: "a" }));
      await attempt(() => npm(JSON.stringify(content)).resolve({ kind: "npm", name: "a", range: "1" }));
      return npm(JSON.stringify(content)).fetch({ kind: "npm", name: "a" }, { resolved: "1.0.0" });
    },
  },
  {
    name: "read the versions of a hub",
    read: async (text) => {
      const version = {
        version: "1.0.0",
        digest,
        archive: { digest, size: 1 },
        publishedAt: text,
        deprecated: text,
      };
      const content = { name: "a", description: text, versions: [version, { ...version, version: text }] };
      await attempt(() =>
        createHubSource(answering(text), "https://a.dev").resolve({ kind: "hub", name: "a" }),
      );
      return createHubSource(answering(JSON.stringify(content)), "https://a.dev").resolve({
        kind: "hub",
        name: "a",
      });
    },
  },
  {
    name: "read a manifest of a registry",
    read: async (text) => {
      const spec = { kind: "oci", registry: "a.dev", repository: "a" } as const;
      await attempt(() =>
        createOciSource({ http: answering(JSON.stringify({ tags: [text] })) }).resolve(spec),
      );
      const annotations = {
        "org.opencontainers.image.version": text,
        "org.opencontainers.image.created": text,
      };
      await attempt(() =>
        createOciSource({ http: answering(JSON.stringify({ annotations })) }).resolve({
          ...spec,
          reference: "a",
        }),
      );
      return readManifest(encoder.encode(text), "a");
    },
  },
  { name: "read a trust root", read: (text) => readTrustRoot(text, "f") },
  {
    name: "merge three texts",
    read: (text) =>
      mergeText({
        base: encoder.encode(text),
        yours: encoder.encode(`a\n${text}`),
        theirs: encoder.encode(`${text}\nb${text}`),
      }),
  },
];

/** Errors about one text do not keep the next one from being read. */
async function attempt(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
  }
}

function attemptSource(text: string): unknown {
  try {
    return parseSource(text, place);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
