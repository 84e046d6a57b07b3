import { SkillError } from "@skillwright/core";
import type { InstallRules } from "@skillwright/core/policy";
import { compact, suggest } from "@skillwright/core/text";
import type { Lock } from "../lock/lock.ts";
import { checkInstall, type InstallRefusal } from "../policy/check-install.ts";
import type { TrustRoot } from "../sign/trust-root.ts";
import { type FoundSkill, type FoundSkills, findSkills } from "../sources/find-skills.ts";
import { formatSource } from "../sources/format-source.ts";
import type { Fetched, Release, Source, SourceSpec } from "../sources/source.ts";
import { lockedSource } from "./locked-source.ts";

/** What an installation needs to know and to reach. */
export type InstallSetting = {
  /** The folder that local sources are relative to. */
  readonly root: string;
  readonly sourceOf: (spec: SourceSpec) => Source;
  readonly lock: Lock;
  readonly rules: readonly InstallRules[];
  /** What signatures of identities are verified with; see `openTrustRoot`. */
  readonly trustRoot?: TrustRoot | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** The skills of one release of a source. */
export type Offer = {
  readonly spec: SourceSpec;
  readonly release: Release;
  readonly fetched: Fetched;
  readonly found: FoundSkills;
};

/** Gets the skills of a source: of what it refers to now, or of a given release. Policies come first. */
export async function fetchOffer(spec: SourceSpec, setting: InstallSetting, known?: Release): Promise<Offer> {
  const source = setting.sourceOf(spec);
  const text = formatSource(spec, { from: setting.root });
  const refuse = (release?: Release): void => {
    const refusal = refusalOf(spec, setting, release);
    if (refusal) throw new SkillError("install-refused", { name: refusal.name, reason: refusal.reason });
  };
  refuse();
  const release = known ?? (await source.resolve(spec));
  refuse(release);
  const fetched = await source.fetch(spec, release);
  const found = findSkills(fetched, text);
  if (found.skills.length > 0) return { spec, release, fetched, found };
  const [broken] = found.findings;
  const why =
    broken === undefined
      ? " (no SKILL.md was found)"
      : `; ${broken.path || "its SKILL.md"} cannot be used (${broken.code})`;
  throw new SkillError("source-unavailable", { source: text, reason: `it has no skills${why}` });
}

/** Signatures are known only when the content is there. */
const rulesBeforeFetching: readonly InstallRefusal["rule"][] = [
  "release-age",
  "source-not-allowed",
  "source-blocked",
];

/** What policies have against a source or a release of it, before it is fetched. */
export function refusalOf(
  spec: SourceSpec,
  setting: InstallSetting,
  release?: Release,
): InstallRefusal | undefined {
  const source = lockedSource(spec, setting.root);
  const { publishedAt, firstSeenAt } = release ?? {};
  const candidate = { name: source, source, ...compact({ publishedAt, firstSeenAt }) };
  return checkInstall([candidate], setting).find(
    ({ rule }) => rulesBeforeFetching.includes(rule) && (release !== undefined || rule !== "release-age"),
  );
}

/** What a user chose of an offer: names, everything, or nothing yet. */
export type Choice = { readonly names: readonly string[]; readonly all: boolean };

/**
 * The chosen skills; undefined if there are several and no choice was made. A skill of a package may also be named `package:skill`. Of
 * several with one name the first is taken.
 */
export function chooseSkills(
  { spec, found }: Pick<Offer, "spec" | "found">,
  { names, all }: Choice,
): readonly FoundSkill[] | undefined {
  const { skills } = found;
  const named = "skill" in spec && spec.skill !== undefined ? [spec.skill, ...names] : names;
  if (named.length > 0) return [...new Set(named)].map((name) => findNamed(skills, name));
  if (skills.length > 1 && !all) return undefined;
  return skills.filter(({ name }, index) => skills.findIndex((one) => one.name === name) === index);
}

function findNamed(skills: readonly FoundSkill[], name: string): FoundSkill {
  const skill = skills.find(
    (one) => one.name === name || (one.package !== undefined && `${one.package}:${one.name}` === name),
  );
  if (skill) return skill;
  const near = suggest(
    name,
    skills.map((one) => one.name),
  );
  if (near !== undefined) throw new SkillError("skill-unknown", { name, hint: ` Did you mean ${near}?` });
  const known = skills.slice(0, 20).map((one) => one.name);
  const more = skills.length > known.length ? ` and ${skills.length - known.length} more` : "";
  throw new SkillError("skill-unknown", { name, hint: ` The source has ${known.join(", ")}${more}.` });
}
