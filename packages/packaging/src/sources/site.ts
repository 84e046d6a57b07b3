import { SkillError } from "@skillwright/core";
import { nodeSha256 } from "@skillwright/core/node";
import { readArchive } from "../archives/read-archive.ts";
import type { HttpClient } from "../http/client.ts";
import { mapBounded } from "../http/map-bounded.ts";
import { redactUrl } from "../http/safe-url.ts";
import { packagingLimits } from "../limits.ts";
import { createTree, digestTree, type FileTree, inFolder, type TreeFile } from "../tree/file-tree.ts";
import { readSiteIndex, type SiteIndex, type SiteSkill } from "./site-index.ts";
import type { SiteSpec, Source } from "./source.ts";

/**
 * Skills of a web site, each in a folder with its name. A site has no versions: a release is the digest of the one skill that is
 * wanted, or a digest over all of them.
 */
export function createSiteSource(http: HttpClient): Source<SiteSpec> {
  const read = async (spec: SiteSpec): Promise<SiteIndex> => {
    const { skills, warnings } = await readSiteIndex(spec.url, http);
    if (spec.skill === undefined) return { skills, warnings };
    const one = skills.find(({ name }) => name === spec.skill);
    if (one !== undefined) return { skills: [one], warnings: [] };
    const names = skills.map(({ name }) => name).slice(0, 20);
    throw new SkillError("source-unavailable", {
      source: nameOf(spec),
      reason: `the site has no skill ${spec.skill}; it has ${names.join(", ") || "none"}`,
    });
  };
  return {
    versions: async () => [],
    resolve: async (spec) => {
      const { skills } = await read(spec);
      return { resolved: releaseOf(spec, await mapBounded(skills, 8, (skill) => identify(skill, http))) };
    },
    fetch: async (spec, { resolved }) => {
      const { skills, warnings } = await read(spec);
      // The index may have changed since: a skill that is wanted by its digest may still be in the cache.
      const wanted = spec.skill === undefined ? skills : skills.map((skill) => pinTo(skill, resolved));
      const trees = await mapBounded(wanted, 8, (skill) => fetchSkill(skill, http));
      const ids = wanted.map((skill, at) => ({ name: skill.name, id: idOf(skill, trees[at]) }));
      const actual = releaseOf(spec, ids);
      if (actual !== resolved)
        throw new SkillError("integrity-mismatch", {
          source: nameOf(spec),
          what: "index",
          actual,
          expected: resolved,
        });
      const signatures = new Map<string, string>();
      await mapBounded(wanted, 8, async (skill) => {
        const bundle = await fetchSignature(skill, http);
        if (bundle !== undefined) signatures.set(skill.name, bundle);
      });
      const entries = wanted.flatMap(({ name }, at) => inFolder(trees[at] ?? { entries: [] }, name).entries);
      const tree = createTree(entries, nameOf(spec));
      return {
        tree,
        ...(signatures.size > 0 && { signatures }),
        ...(warnings.length > 0 && { warnings }),
      };
    },
  };
}

function nameOf({ url, skill }: SiteSpec): string {
  return redactUrl(url) + (skill === undefined ? "" : `#${skill}`);
}

type Identified = { readonly name: string; readonly id: string };

function releaseOf({ skill }: SiteSpec, ids: readonly Identified[]): string {
  const [first] = ids;
  if (skill !== undefined && first !== undefined) return first.id;
  const lines = ids.map(({ name, id }) => `${name} ${id}\n`).sort();
  return `sha256:${nodeSha256(Buffer.from(lines.join("")))}`;
}

async function identify(skill: SiteSkill, http: HttpClient): Promise<Identified> {
  const tree = skill.kind === "files" ? await fetchSkill(skill, http) : undefined;
  return { name: skill.name, id: idOf(skill, tree) };
}

function idOf(skill: SiteSkill, tree: FileTree | undefined): string {
  if (skill.kind !== "files") return skill.digest;
  return tree === undefined ? "" : digestTree(tree);
}

function pinTo(skill: SiteSkill, digest: string): SiteSkill {
  return skill.kind === "files" ? skill : { ...skill, digest };
}

async function fetchSkill(skill: SiteSkill, http: HttpClient): Promise<FileTree> {
  if (skill.kind === "files") return fetchFiles(skill, http);
  const name = `${redactUrl(skill.url)} (${skill.name})`;
  const request = { url: skill.url, name, maxBytes: packagingLimits.downloadBytes };
  const hex = skill.digest.replace("sha256:", "");
  const bytes = await http.download(request, { algorithm: "sha256", hex });
  if (skill.kind === "archive") return readArchive(bytes, { source: name, stripsFolder: true });
  return createTree([{ path: "SKILL.md", bytes, executable: false }], name);
}

/** The bundle that the index names. Without a network, one that is not in the cache counts as absent; what needs one is refused later. */
async function fetchSignature(skill: SiteSkill, http: HttpClient): Promise<string | undefined> {
  const url = skill.kind === "files" ? undefined : skill.signature;
  if (url === undefined) return undefined;
  const name = redactUrl(url);
  const request = { url, name, maxBytes: packagingLimits.signatureCharacters };
  const answer = await http.get(request).catch((error: unknown) => {
    if (error instanceof SkillError && error.code === "source-offline") return "offline" as const;
    throw error;
  });
  if (answer === "offline") return undefined;
  if (answer !== undefined) return Buffer.from(answer.bytes).toString();
  throw new SkillError("source-unavailable", {
    source: name,
    reason: "it is listed in the index, but does not exist",
  });
}

async function fetchFiles(skill: SiteSkill & { kind: "files" }, http: HttpClient): Promise<FileTree> {
  let total = 0;
  const fail = (source: string, reason: string): SkillError =>
    new SkillError("source-unavailable", { source, reason });
  const load = async ({ path, url }: (typeof skill.files)[number]): Promise<TreeFile> => {
    const name = redactUrl(url);
    const answer = await http.get({ url, name, maxBytes: packagingLimits.fileBytes });
    if (answer === undefined) throw fail(name, "it is listed in the index, but does not exist");
    total += answer.bytes.length;
    if (total > packagingLimits.treeBytes)
      throw fail(skill.name, `it has more than ${packagingLimits.treeBytes} bytes`);
    return { path, bytes: answer.bytes, executable: isProgram(answer.bytes) };
  };
  return createTree(await mapBounded(skill.files, 8, load), skill.name);
}

/** The format does not say what is a program; scripts say it themselves. */
function isProgram(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21;
}
