import { type FileSystem, SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import type { Cache } from "../apply/cache.ts";
import type { LockedSkill } from "../lock/lock.ts";
import type { SkillWant } from "../lock/wants.ts";
import { agentFolders, type Place, storeAgents } from "../plan/place.ts";
import type { Plan } from "../plan/plan.ts";
import { planInstall, type Verified, type WantedSkill } from "../plan/plan-install.ts";
import { readInstalled } from "../plan/read-installed.ts";
import { hashOf } from "../plan/three-way.ts";
import { checkInstall, type InstallCandidate } from "../policy/check-install.ts";
import { findStatement, statementOf, statementsOf, trustedBy } from "../sign/kept-signature.ts";
import type { Statement } from "../sign/statement.ts";
import { verifySignature } from "../sign/verify-signature.ts";
import type { FoundSkill } from "../sources/find-skills.ts";
import type { Release } from "../sources/source.ts";
import { digestTree, type FileTree } from "../tree/file-tree.ts";
import { lockedSource, wantedSource } from "./locked-source.ts";
import type { InstallSetting, Offer } from "./offer.ts";

/** A skill of an offer as it will be locked. With an alias it is installed under another name. */
export async function lockSkill(
  offer: Offer,
  skill: FoundSkill,
  { setting, alias }: { readonly setting: InstallSetting; readonly alias?: string | undefined },
): Promise<WantedSkill & { readonly tree: FileTree }> {
  const { spec } = offer;
  const { tree } = skill;
  const release = await releaseOf(offer, skill, setting);
  const digest = digestTree(tree);
  const path = [spec.kind === "git" ? (spec.path ?? "") : "", skill.path].filter((part) => part !== "");
  const { version, publishedAt } = release;
  const statement = { name: skill.name, digest, ...compact({ version }) };
  const signed = findSigned(offer, skill, statement);
  const verified = await signerOf(signed, setting);
  const locked: LockedSkill = {
    name: alias ?? skill.name,
    source: lockedSource(spec, setting.root),
    ...{ resolved: release.resolved, digest },
    files: Object.fromEntries(tree.entries.map((entry) => [entry.path, hashOf(entry)])),
    ...compact<Pick<LockedSkill, "skill" | "package" | "path" | "version" | "publishedAt" | "signer">>({
      skill: alias === undefined || alias === skill.name ? undefined : skill.name,
      package: skill.package,
      path: path.length === 0 ? undefined : path.join("/"),
      ...{ version, publishedAt },
      signer: verified?.by,
    }),
  };
  const { needs } = skill;
  const { bundle, statement: about, isOwn } = signed;
  const own = compact({
    signature: isOwn ? bundle : undefined,
    signedVersion: isOwn ? about.version : undefined,
  });
  return { locked, tree, ...compact({ signer: verified, needs }), ...own };
}

type SignedSkill = {
  readonly bundle: string | undefined;
  /** What the bundle is about, or should be. */
  readonly statement: Statement;
  readonly isOwn: boolean;
};

function findSigned({ fetched }: Offer, { path, tree }: FoundSkill, statement: Statement): SignedSkill {
  const bundle = fetched.signatures?.get(path) ?? fetched.signature;
  const own = bundle === undefined ? undefined : findStatement(bundle, statementsOf(statement, tree));
  return { bundle, statement: own ?? statement, isOwn: own !== undefined };
}

/** One skill of a site is a release by itself, so that a change of another one does not touch it. */
async function releaseOf(
  { spec, release }: Offer,
  skill: FoundSkill,
  setting: InstallSetting,
): Promise<Release> {
  if (spec.kind !== "site" || spec.skill !== undefined) return release;
  return setting.sourceOf(spec).resolve({ ...spec, skill: skill.name });
}

/** Without trusted signers, a signature says nothing. With them, one that is not theirs is refused. */
async function signerOf(
  { bundle, statement }: SignedSkill,
  { rules, trustRoot }: InstallSetting,
): Promise<Verified | undefined> {
  const trust = trustedBy(rules, trustRoot);
  if (trust === undefined) return undefined;
  if (bundle === undefined) return { by: undefined };
  return { by: (await verifySignature(bundle, statement, trust)).signer };
}

/** What the wants will say of a skill of an offer. */
export function wantOf({ spec }: Offer, { locked }: WantedSkill, root: string): SkillWant {
  const { name, skill } = locked;
  return { name, source: wantedSource(spec, root), ...(skill !== undefined && { skill }) };
}

export type Installation = {
  readonly place: Place;
  readonly wanted: readonly WantedSkill[];
  readonly removed?: readonly string[];
  /** Agents that get the skills; every known agent if absent. */
  readonly agents?: readonly string[];
  /** Names of wanted skills whose edits are discarded. */
  readonly discarded?: ReadonlySet<string>;
};

/**
 * Checks what is wanted against the policies, reads what is there, and plans. Writes nothing but signatures into the cache: a skill
 * that stays may have got its signature just now.
 */
export function prepareInstall(
  { place, wanted, removed = [], agents, discarded = new Set() }: Installation,
  setting: Pick<InstallSetting, "lock" | "rules" | "now">,
  { fs, cache }: { readonly fs: FileSystem; readonly cache: Cache },
): Plan {
  const { lock } = setting;
  const refusals = checkInstall(wanted.map(toCandidate), setting);
  const [first] = refusals;
  if (first) throw new SkillError("install-refused", { name: first.name, reason: first.reason });
  for (const { locked, signature, signedVersion } of wanted)
    if (signature !== undefined) cache.signatures.put(statementOf(locked), signature, signedVersion);
  const everyone = agents && [...new Set([...agents, ...wanted.flatMap((one) => one.agents ?? [])])];
  const folders = agentFolders(place, everyone);
  const states = readInstalled(fs, { place, lock, wanted, removed, discarded, folders });
  const names = new Set(wanted.map(({ locked }) => locked.name));
  const bases = new Map<string, FileTree>();
  for (const { name, digest } of lock.skills) {
    const tree = names.has(name) ? cache.get(digest) : undefined;
    if (tree) bases.set(digest, tree);
  }
  return planInstall({
    ...{ place, lock, removed, discarded, folders, states, bases },
    wanted: agents === undefined ? wanted : wanted.map((one) => ({ agents, ...one })),
    storeAgents: everyone === undefined ? [] : storeAgents(place, everyone),
  });
}

/** A lock comes with the project, so its word on the signer counts only where policies name no trusted signers. */
function toCandidate({ locked, signer }: WantedSkill): InstallCandidate {
  if (signer === undefined) return locked;
  const { signer: _, ...rest } = locked;
  return { ...rest, ...compact({ signer: signer.by }) };
}
