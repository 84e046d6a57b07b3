import { replaceControls } from "../prompt/markup.ts";
import { collapseWhitespace, type EntrySkill, promptEntry } from "../prompt/prompt-entry.ts";
import type { PromptFormat } from "../prompt/to-prompt.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { listingLimits } from "./limits.ts";
import type { ListedSkill } from "./listed-skill.ts";
import { cutAt, escapedBytes } from "./shorten.ts";

export type EntryOptions = {
  readonly format: PromptFormat;
  readonly includeLocation: boolean;
  readonly includeTags: boolean;
};

/** A skill and the size of its entry with the name only. */
export type NamedEntry = {
  readonly skill: ListedSkill;
  readonly label: EntrySkill;
  readonly nameBytes: number;
};

/** A skill and the sizes of the parts of its entry, so that a list is planned by addition and rendered once. */
export type MeasuredEntry = NamedEntry & {
  /** One clean line; empty if the skill has no description. */
  readonly description: string;
  /** The description is truncated. */
  readonly isCut: boolean;
  readonly descriptionBytes: number;
  /** Minimum useful length of the description. */
  readonly floorBytes: number;
  /** Overhead of an entry with a description, in addition to the description and `nameBytes`. */
  readonly extraBytes: number;
};

export function nameEntry(skill: ListedSkill, { format, includeLocation }: EntryOptions): NamedEntry {
  const label: EntrySkill = {
    name: clean(skill.id),
    ...(includeLocation && skill.location !== undefined ? { location: cleanPath(skill.location) } : {}),
  };
  return { skill, label, nameBytes: utf8Bytes(promptEntry(label, format)) + separator(format, 0).length };
}

export function measureEntry(labelled: NamedEntry, options: EntryOptions): MeasuredEntry {
  const { skill, label, nameBytes } = labelled;
  const { text: description, isCut } = describe(skill, options);
  const descriptionBytes = escapedBytes(description);
  const empty = promptEntry({ ...label, description: "" }, options.format);
  return {
    ...labelled,
    description,
    isCut,
    descriptionBytes,
    // A text only just too long may be shorter than its truncation with an ellipsis.
    floorBytes: Math.min(descriptionBytes, escapedBytes(shortestOf(description))),
    extraBytes: utf8Bytes(empty) + separator(options.format, 1).length - nameBytes,
  };
}

/** A text that cannot be truncated, such as a row of dots, is shown whole or not at all. */
function shortestOf(description: string): string {
  if (description.length <= listingLimits.shortestDescription) return description;
  return cutAt(description, listingLimits.shortestDescription) || description;
}

/** Text after an entry: OmniForge puts empty lines between descriptions; bare names need none. */
export function separator(format: PromptFormat, descriptionBytes: number): string {
  return format === "quoted-lines" && descriptionBytes > 0 ? "\n\n" : "\n";
}

function describe(skill: ListedSkill, { includeTags }: EntryOptions): { text: string; isCut: boolean } {
  const { description, tags = [] } = skill;
  const raw = includeTags && tags.length > 0 ? `${description} [${tags.join(", ")}]` : description;
  // Truncated before cleaning: a description may be a megabyte.
  const text = clean(raw.slice(0, listingLimits.listedDescription));
  if (raw.length <= listingLimits.listedDescription) return { text, isCut: false };
  return { text: cutAt(text, text.length - 1), isCut: true };
}

function clean(text: string): string {
  return replaceControls(collapseWhitespace(text));
}

/** A path keeps its spaces so that it can be opened, but a line break could start a new entry. */
function cleanPath(path: string): string {
  return replaceControls(path.replace(/[\n\r\t\u0085\u2028\u2029]/g, "\ufffd"));
}
