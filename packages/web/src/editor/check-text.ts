import { type Finding, formatFinding, limits } from "@skillwright/core";
import { renderActivation } from "@skillwright/core/activate";
import { checkSkill, findProfile, findRule, fixSkill, isValidSkillName } from "@skillwright/core/check";
import {
  createMemoryFileSystem,
  type LoadedSkill,
  loadSkill,
  skillFromText,
} from "@skillwright/core/discover";
import { createListing } from "@skillwright/core/listing";
import { fields } from "@skillwright/core/parse";
import { collectEvidence, judge, type Verdict } from "@skillwright/core/scan";

// Loaded with the first text to check: the rules are larger than the rest of the page.

export type CheckInput = {
  readonly text: string;
  readonly profile: string;
  /** Paths of the skill's other files. */
  readonly files: readonly string[];
};

export type ShownFinding = Pick<Finding, "rule" | "severity" | "category" | "range" | "fix" | "level"> & {
  readonly message: string;
  /** Of a security finding: why it matters, and what to do. */
  readonly why?: string;
  readonly remedy?: string;
};

export type CheckedText = {
  readonly text: string;
  /** The reasons of the verdict first. */
  readonly findings: readonly ShownFinding[];
  /** What a scan of this text alone comes to. The hub scans the other files too. */
  readonly verdict: Verdict;
  readonly safeFixes: number;
  /** What a model sees before it uses the skill, and when it does. */
  readonly listed: string;
  readonly activated: string;
  readonly listedTokens: number;
  readonly activatedTokens: number;
  /** Fields of the head that the client acts on, and those that it ignores. Empty for profiles that are no client. */
  readonly read: readonly string[];
  readonly ignored: readonly string[];
};

export function checkText(input: CheckInput): CheckedText {
  const skill = load(input);
  const profile = findProfile(input.profile);
  // Other files are known by name alone here; the hub checks their content.
  const found = checkSkill(skill, { profile, collectEvidence }).filter(({ file }) => file === skill.file);
  // A profile that forgives a finding does not make it harmless.
  const judged =
    input.profile === "standard"
      ? found
      : checkSkill(skill, { profile: findProfile("standard"), categories: ["security"], collectEvidence });
  const { verdict, reasons } = judge(
    judged.filter(({ file }) => file === skill.file),
    [],
  );
  const deciding = reasons.map(({ rule }) => rule);
  const rankOf = ({ rule }: Finding): number =>
    deciding.includes(rule) ? deciding.indexOf(rule) : deciding.length;
  const findings = found
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ rule, severity, category, range, fix, level, ...rest }): ShownFinding => {
      const { why, remedy } = findRule(rule)?.threat ?? {};
      return {
        ...{ rule, severity, category, range, message: formatFinding({ rule, ...rest }) },
        ...(fix && { fix }),
        ...(level && { level }),
        ...(why !== undefined && remedy !== undefined && { why, remedy }),
      };
    });
  const { manifest, bodySpan, frontmatter } = skill.parsed;
  const name = manifest.name ?? "";
  const listed = createListing([{ id: name, description: manifest.description ?? "" }], {
    placement: "tool",
  });
  const activated = renderActivation({
    name,
    body: input.text.slice(bodySpan.start).trim(),
    files: input.files,
  });
  const names = frontmatter?.entries.map(({ key }) => key.text) ?? [];
  const isRead = (field: string): boolean =>
    ["name", "description"].includes(field) ||
    fields.some((one) => one.name === field && one.readBy.includes(profile.client ?? ""));
  return {
    ...{ text: input.text, findings, verdict, safeFixes: findings.filter(({ fix }) => fix?.safe).length },
    listed: listed.entries[0]?.text.trim() ?? "",
    activated: activated.text,
    listedTokens: tokensOf(listed.entries[0]?.text ?? ""),
    activatedTokens: tokensOf(activated.text),
    read: profile.client === undefined ? [] : names.filter(isRead),
    ignored: profile.client === undefined ? [] : names.filter((one) => !isRead(one)),
  };
}

/** The text with every safe fix. */
export function fixText(input: CheckInput): string {
  return fixSkill(load(input), { profile: findProfile(input.profile) }).text;
}

/** In a folder of its own name, as it will be published; a text without a valid name has no folder. */
function load({ text, files }: CheckInput): LoadedSkill {
  const plain = skillFromText(text);
  const { name } = plain.parsed.manifest;
  if (name === undefined || !isValidSkillName(name)) return plain;
  const entries = [["SKILL.md", text], ...files.map((path) => [path, ""] as const)] as const;
  const inside = Object.fromEntries(entries.map(([path, content]) => [`/${name}/${path}`, content]));
  return loadSkill(createMemoryFileSystem(inside), `/${name}`);
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / limits.charactersPerToken);
}
