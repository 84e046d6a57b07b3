import { digestFiles, hasFileOf } from "../digest/digest-files.ts";
import { digestSkill, readDigestEntries } from "../digest/digest-skill.ts";
import { type Sha256, sha256Hex } from "../digest/sha256.ts";
import { isUnchanged } from "../discover/discover-skill.ts";
import { resolveInside } from "../discover/layout.ts";
import { SkillError } from "../error.ts";
import { formatDiscoveryFinding } from "../format.ts";
import { attempt } from "../fs/file-error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createListing } from "../listing/create-listing.ts";
import { toListedSkills } from "../listing/listed-skill.ts";
import type { CatalogSkill } from "../resolve/catalog-skill.ts";
import { explainSkill, findSkill } from "../resolve/find-skill.ts";
import { isForbiddenBySidecar } from "../resolve/invocation.ts";

import type { Resolution } from "../resolve/resolve-skills.ts";
import { isTrustedProject } from "../trust/project-trust.ts";
import { type BundledFile, bytesOf, readBundledFile } from "./bundled-file.ts";
import type { Catalog, CatalogChange, CatalogOptions } from "./catalog.ts";
import { type CatalogState, createCatalogState } from "./catalog-state.ts";
import { loadContent } from "./load-content.ts";
import { createSkillSearch } from "./skill-search.ts";

/**
 * Opens a catalog of the skills in some folders. Finding them is synchronous and happens here.
 *
 * @example
 * const catalog = openCatalog({ fs, roots: ["/home/me/skills"], now: Date.now });
 * const [best] = await catalog.search("extract text from a PDF");
 */
export function openCatalog(options: CatalogOptions): Catalog {
  const { fs, sha256 = sha256Hex } = options;
  const state = createCatalogState(options);
  const mayModelChoose = (skill: CatalogSkill): boolean =>
    skill.modelInvocable && !isForbiddenBySidecar(fs, skill.directory);
  const search = createSkillSearch(options, state, mayModelChoose);
  const open = (reference: string): CatalogSkill =>
    requirePlace(fs, requireEnabled(findSkill(state.current(), reference, options.installedOf)));
  state.refresh();
  if (options.strict) requireSound(state.current());
  return {
    list: () => state.current(),
    refresh: state.refresh,
    search: search.search,
    match: search.match,
    find: open,
    load: async (reference, { digest, oneLevel = false } = {}) => {
      const skill = open(reference);
      const content = loadContent(fs, skill, { sha256, oneLevel });
      if (digest !== undefined && digest !== content.digest)
        throw new SkillError("skill-changed", { name: skill.id });
      requireTrust(options, state, { skill, digest: content.digest });
      return { ...content, skill, changed: !isUnchanged(fs, skill) };
    },
    readFile: async (reference, path, { digest: wanted, ...readOptions } = {}) => {
      const skill = open(reference);
      const file = readBundledFile(fs, { ...readOptions, ...skill, path });
      if (wanted === undefined && skill.root.project === undefined) return file;
      const digest = digestWith(fs, { skill, file, sha256 });
      if (wanted !== undefined && wanted !== digest)
        throw new SkillError("skill-changed", { name: skill.id });
      requireTrust(options, state, { skill, digest });
      return file;
    },
    explain: (name) => explainSkill(state.current(), name, options.installedOf),
    mayModelChoose,
    digest: (skill) => digestSkill(fs, skill.directory, sha256),
    watch: (listener) => watch(options, state, listener),
    listing: async ({ task, ...rest }) => {
      const hits = task === undefined ? [] : await search.match(task);
      // Nothing more is read of skills that are not offered, such as those of an untrusted project.
      const offered = state.current().skills.filter((skill) => skill.enabled && mayModelChoose(skill));
      return createListing(toListedSkills(offered), {
        ...rest,
        ...(task === undefined ? {} : { best: hits.map(({ skill }) => skill.id) }),
      });
    },
    save: () => [...state.save(), ...search.save()],
  };
}

/** Throws the first problem of a strict catalog. */
function requireSound({ skills, shadowed, findings }: Resolution): void {
  const finding = findings.find(({ code, severity }) => severity !== "info" && code !== "skill-shadowed");
  if (finding?.code === "root-missing") throw new SkillError("file-missing", { path: finding.path });
  if (finding)
    throw new SkillError("skill-invalid", { path: finding.path, reason: formatDiscoveryFinding(finding) });
  const [repeated] = shadowed;
  if (repeated === undefined) return;
  const first = skills.find(({ id }) => id === repeated.winner)?.file ?? "";
  throw new SkillError("skill-duplicate", { name: repeated.name, first, second: repeated.file });
}

function requireEnabled(skill: CatalogSkill): CatalogSkill {
  if (skill.enabled) return skill;
  throw new SkillError("skill-disabled", { name: skill.id, reason: skill.disabled.join(", ") });
}

/** A folder that has since become a link, or a link that leads elsewhere now, is no longer the skill that was found. */
function requirePlace(fs: FileSystem, skill: CatalogSkill): CatalogSkill {
  const { root, directory, linkedTo } = skill;
  const isSame =
    linkedTo === undefined
      ? resolveInside(fs, root.path, directory) !== undefined
      : fs.realPath(directory) === linkedTo;
  if (isSame) return skill;
  throw new SkillError("skill-changed", { name: skill.id });
}

/** The digest of a skill, after making sure that it covers the bytes about to be returned. */
function digestWith(
  fs: FileSystem,
  {
    skill,
    file,
    sha256,
  }: { readonly skill: CatalogSkill; readonly file: BundledFile; readonly sha256: Sha256 },
): string {
  const entries = readDigestEntries(fs, skill.directory, sha256);
  if (!hasFileOf(entries, sha256(bytesOf(file)))) throw new SkillError("skill-changed", { name: skill.id });
  return digestFiles(entries, sha256, skill.directory);
}

/** Trust was decided when the skills were listed; the content returned now must be what the user trusted. */
function requireTrust(
  { fs, sha256 = sha256Hex, trust = new Map() }: CatalogOptions,
  state: CatalogState,
  { skill, digest }: { readonly skill: CatalogSkill; readonly digest: string },
): void {
  const { project } = skill.root;
  if (project === undefined) return;
  const { skills, shadowed } = state.current();
  const contents = {
    fs,
    sha256,
    found: [...skills, ...shadowed],
    digests: new Map([[skill.directory, digest]]),
  };
  if (isTrustedProject(contents, trust, project)) return;
  throw new SkillError("skill-changed", { name: skill.id });
}

function watch(
  { watcher }: CatalogOptions,
  state: CatalogState,
  listener: (change: CatalogChange) => void,
): () => void {
  if (watcher === undefined) throw new SkillError("watch-unavailable", {});
  return watcher(
    state.roots.map(({ path }) => path),
    (paths) => {
      const change = attempt(() => state.refresh(paths));
      // A failed refresh is repeated at the next event.
      if (change && change.added.length + change.removed.length + change.changed.length > 0) listener(change);
    },
  );
}
