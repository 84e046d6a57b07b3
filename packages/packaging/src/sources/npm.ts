import { SkillError } from "@skillwright/core";
import { compact, parseJson } from "@skillwright/core/text";
import semver from "semver";
import { z } from "zod";
import { readArchive } from "../archives/read-archive.ts";
import type { HttpClient } from "../http/client.ts";
import type { ByteDigest } from "../http/download-cache.ts";
import { findPrefix, redactUrl } from "../http/safe-url.ts";
import { packagingLimits } from "../limits.ts";
import { bundledSignatures } from "./bundled-signatures.ts";
import type { NpmSettings } from "./npmrc.ts";
import type { NpmSpec, Release, Source } from "./source.ts";
import { toTime } from "./to-time.ts";

/** Packages of npm registries: the packument, the tarball, its integrity. Nothing of a package runs. */
export function createNpmSource(http: HttpClient, settings: NpmSettings): Source<NpmSpec> {
  const read = (spec: NpmSpec): Promise<Packument> => readPackument(spec.name, { http, settings });
  return {
    versions: async (spec) => releasesOf(await read(spec)),
    resolve: async (spec) => {
      const packument = await read(spec);
      const release = pickRelease(packument, spec.range);
      if (release !== undefined) return release;
      const newest = releasesOf(packument)[0]?.version ?? "none";
      throw new SkillError("source-unavailable", {
        source: nameOf(spec),
        reason: `no version fits; the newest is ${newest}`,
      });
    },
    fetch: async (spec, release) => {
      const name = `npm:${spec.name}@${release.resolved}`;
      const dist = (await read(spec)).versions[release.resolved]?.dist;
      if (dist === undefined)
        throw new SkillError("source-unavailable", {
          source: name,
          reason: "the registry has no such version",
        });
      const url = tarballUrl(dist.tarball, settings.registryOf(spec.name));
      const authorization = findPrefix(url, settings.credentials)?.authorization;
      const request = { url, name, maxBytes: packagingLimits.downloadBytes, authorization };
      const bytes = await http.download(request, readIntegrity(release.integrity ?? dist.integrity, name));
      const tree = await readArchive(bytes, { source: name, stripsFolder: true });
      return { tree, ...compact({ signatures: bundledSignatures(tree) }) };
    },
  };
}

function nameOf({ name, range }: NpmSpec): string {
  return `npm:${name}${range === undefined ? "" : `@${range}`}`;
}

const packumentSchema = z.object({
  "dist-tags": z.record(z.string(), z.string()).default({}),
  versions: z.record(
    z.string(),
    z.object({
      deprecated: z.union([z.string(), z.boolean()]).optional(),
      dist: z.object({ tarball: z.string(), integrity: z.string().optional() }),
    }),
  ),
  time: z.record(z.string(), z.unknown()).default({}),
});
type Packument = z.infer<typeof packumentSchema>;

type NpmDeps = { readonly http: HttpClient; readonly settings: NpmSettings };

async function readPackument(name: string, { http, settings }: NpmDeps): Promise<Packument> {
  const url = packumentUrl(name, settings);
  const authorization = findPrefix(url, settings.credentials)?.authorization;
  const source = `npm:${name}`;
  const answer = await http.get({ url, name: source, accept: "application/json", authorization });
  const fail = (reason: string): SkillError => new SkillError("source-unavailable", { source, reason });
  if (answer === undefined) throw fail(`${redactUrl(url.origin)} has no package of this name`);
  const packument = packumentSchema.safeParse(parseJson(Buffer.from(answer.bytes).toString()));
  if (!packument.success) throw fail(`${redactUrl(url.origin)} did not answer as an npm registry`);
  return packument.data;
}

export function packumentUrl(name: string, settings: NpmSettings): URL {
  return new URL(name.replace("/", "%2f"), settings.registryOf(name));
}

/** Newest first. */
function releasesOf(packument: Packument): readonly Release[] {
  return Object.keys(packument.versions)
    .filter((version) => semver.valid(version) === version)
    .sort(semver.rcompare)
    .map((version) => toRelease(packument, version));
}

function toRelease({ versions, time }: Packument, version: string): Release {
  const { deprecated, dist } = versions[version] ?? {};
  const publishedAt = toTime(time[version]);
  return {
    resolved: version,
    version,
    ...(publishedAt !== undefined && { publishedAt }),
    ...(dist?.integrity !== undefined && { integrity: dist.integrity }),
    ...(deprecated && { deprecated: deprecated === true ? "deprecated" : deprecated }),
  };
}

/** A dist-tag, or the newest version in the range. As npm does: `latest` if it fits, and deprecated versions last. */
function pickRelease(packument: Packument, range = "latest"): Release | undefined {
  const tags = packument["dist-tags"];
  const tagged = Object.hasOwn(tags, range) ? tags[range] : undefined;
  if (tagged !== undefined && Object.hasOwn(packument.versions, tagged)) return toRelease(packument, tagged);
  if (semver.validRange(range) === null) return undefined;
  const fitting = releasesOf(packument).filter(({ resolved }) => semver.satisfies(resolved, range));
  const good = fitting.filter(({ deprecated }) => deprecated === undefined);
  return good.find(({ resolved }) => resolved === tags.latest) ?? good[0] ?? fitting[0];
}

/** Mirrors of the public registry often leave its address in their packuments. */
function tarballUrl(address: string, registry: string): URL {
  const base = new URL(registry);
  const url = URL.canParse(address, registry) ? new URL(address, registry) : base;
  if (url.hostname === "registry.npmjs.org") {
    url.protocol = base.protocol;
    url.host = base.host;
  }
  if (base.protocol === "https:" && url.protocol !== "https:")
    throw new SkillError("source-unavailable", {
      source: redactUrl(url),
      reason: "the registry is https, but its download is not",
    });
  return url;
}

function readIntegrity(text: string | undefined, source: string): ByteDigest {
  const [, base64] = /(?:^|\s)sha512-([A-Za-z0-9+/]{86}==)/.exec(text ?? "") ?? [];
  if (base64 !== undefined)
    return { algorithm: "sha512", hex: Buffer.from(base64, "base64").toString("hex") };
  throw new SkillError("package-invalid", { source, reason: "the registry gives no SHA-512 of it" });
}
