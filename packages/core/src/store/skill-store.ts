import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { SkillManifest } from "../skill.ts";

/**
 * Where an agent's skills come from: a folder, memory, a network. It is handed in; nothing looks for skills unasked.
 * Names are looked up exactly. Failures are `SkillError`s: `skill-unknown` for a name that `list` does not have.
 */
export type SkillStore = {
  /** What the skills are and when to use them, sorted by name; no instructions. */
  list(): Promise<StoreListing>;
  /** One skill with its instructions and the names of its files. */
  load(name: string): Promise<StoredSkill>;
  /** One file that comes with a skill. */
  readFile(name: string, path: string): Promise<StoredFile>;
};

export type StoreListing = {
  readonly skills: readonly SkillMetadata[];
  /** What was left out or passed over, and why. */
  readonly findings: readonly DiscoveryFinding[];
};

export type SkillMetadata = {
  readonly name: string;
  readonly description: string;
  /** The whole frontmatter. */
  readonly manifest: SkillManifest;
  /** Absolute path of the SKILL.md; absent when the skill is on no disk that an agent could look at. */
  readonly file?: string;
};

export type StoredSkill = SkillMetadata & {
  /** The instructions: the text after the frontmatter, trimmed. */
  readonly body: string;
  /** The body exceeded the activation limit and was cut. */
  readonly truncated: boolean;
  /** From the manifest, so that an activation needs nothing else. */
  readonly argumentNames?: readonly string[];
  /** Paths of its files, relative to the skill. */
  readonly files: readonly string[];
  /** Content digest of the whole skill. */
  readonly digest: string;
  /** Absolute path of its folder; absent like `file`. */
  readonly directory?: string;
};

export type StoredFile = TextFile | BinaryFile;
type TextFile = FileFacts & { readonly kind: "text"; readonly text: string };
type BinaryFile = FileFacts & { readonly kind: "binary"; readonly base64: string };
type FileFacts = {
  /** Path inside the skill, as requested. */
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: number;
};
