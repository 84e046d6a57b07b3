import { limits } from "../limits.ts";
import { replaceControls } from "../prompt/escape-xml.ts";
import { type EntrySkill, foldBlanks, promptEntry } from "../prompt/prompt-entry.ts";
import type { PromptFormat } from "../prompt/to-prompt.ts";
import type { ListedSkill } from "./listed-skill.ts";
import { cutAt, escapedBytes } from "./shorten.ts";
import { utf8Bytes } from "./utf8-bytes.ts";

export type EntryOptions = {
  readonly format: PromptFormat;
  readonly includeLocation: boolean;
  readonly includeTags: boolean;
};

/** A skill and what its name alone costs in a list, in bytes. */
export type Labelled = {
  readonly skill: ListedSkill;
  readonly label: EntrySkill;
  readonly nameBytes: number;
};

/** A skill and what its whole entry costs, so that a list is planned by adding and written once. */
export type Measured = Labelled & {
  /** One clean line; empty when the skill has none. */
  readonly description: string;
  /** The description is only the start of what the skill says. */
  readonly isCut: boolean;
  readonly descriptionBytes: number;
  /** The least of the description that is worth showing. */
  readonly floorBytes: number;
  /** What the entry costs with a description, beside the description itself and `nameBytes`. */
  readonly extraBytes: number;
};

export function labelSkill(skill: ListedSkill, { format, includeLocation }: EntryOptions): Labelled {
  const label: EntrySkill = {
    name: clean(skill.id),
    ...(includeLocation && skill.location !== undefined ? { location: cleanPath(skill.location) } : {}),
  };
  return { skill, label, nameBytes: utf8Bytes(promptEntry(label, format)) + separator(format, 0).length };
}

export function measure(labelled: Labelled, options: EntryOptions): Measured {
  const { skill, label, nameBytes } = labelled;
  const { text: description, isCut } = describe(skill, options);
  const descriptionBytes = escapedBytes(description);
  const empty = promptEntry({ ...label, description: "" }, options.format);
  return {
    ...labelled,
    description,
    isCut,
    descriptionBytes,
    // Of a text only just too long, the start with its ellipsis may be the longer one.
    floorBytes: Math.min(descriptionBytes, escapedBytes(shortestOf(description))),
    extraBytes: utf8Bytes(empty) + separator(options.format, 1).length - nameBytes,
  };
}

/** A text with no place to cut it, such as a row of dots, is shown whole or not at all. */
function shortestOf(description: string): string {
  if (description.length <= limits.shortestDescription) return description;
  return cutAt(description, limits.shortestDescription) || description;
}

/** What stands after an entry; document d sets its lines apart, a list of bare names need not be. */
export function separator(format: PromptFormat, descriptionBytes: number): string {
  return format === "quoted-lines" && descriptionBytes > 0 ? "\n\n" : "\n";
}

function describe(skill: ListedSkill, { includeTags }: EntryOptions): { text: string; isCut: boolean } {
  const { description, tags = [] } = skill;
  const raw = includeTags && tags.length > 0 ? `${description} [${tags.join(", ")}]` : description;
  // Cut before it is cleaned: a description may be a megabyte.
  const text = clean(raw.slice(0, limits.listedDescription));
  if (raw.length <= limits.listedDescription) return { text, isCut: false };
  return { text: cutAt(text, text.length - 1), isCut: true };
}

function clean(text: string): string {
  return replaceControls(foldBlanks(text));
}

/** A path keeps its blanks, since it must be found; a line break in it could start an entry. */
function cleanPath(path: string): string {
  return replaceControls(path.replace(/[\n\r\t\u0085\u2028\u2029]/g, "\ufffd"));
}
