import { collapseWhitespace } from "../prompt/prompt-entry.ts";
import { formatNumber } from "../text/printable.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { listingLimits } from "./limits.ts";
import type { ListedSkill } from "./listed-skill.ts";
import { takeFirst } from "./ranking.ts";

type Category = { readonly name: string; readonly count: number };

/**
 * `pdf (12), docs (8), …`: the most common tags of skills, as many as fit. Empty unless most skills have tags, since
 * counts of a few would misrepresent the rest.
 */
export function writeCategories(skills: readonly ListedSkill[], maxBytes: number): string {
  if (!areMostTagged(skills)) return "";
  const all = countTags(skills);
  const common = takeFirst(all, listingLimits.listedCategories, compareCategories);
  const rest = ", …";
  let text = "";
  let shown = 0;
  for (const { name, count } of common) {
    const next = `${text}${shown === 0 ? "" : ", "}${name} (${formatNumber(count)})`;
    const isLast = shown + 1 === all.length;
    if (utf8Bytes(isLast ? next : next + rest) > maxBytes) break;
    text = next;
    shown++;
  }
  return shown === 0 || shown === all.length ? text : text + rest;
}

export function areMostTagged(skills: readonly ListedSkill[]): boolean {
  const tagged = skills.filter(({ tags = [] }) => tags.length > 0);
  return tagged.length * 2 > skills.length;
}

function countTags(skills: readonly ListedSkill[]): readonly Category[] {
  const counts = new Map<string, number>();
  for (const { tags = [] } of skills) {
    const end = Math.min(tags.length, listingLimits.tagsPerSkill);
    for (let index = 0; index < end; index++) {
      const tag = tags[index] ?? "";
      if (tags.indexOf(tag) === index) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
  }
  return mergeSpellings(counts);
}

// Words only: a tag with parentheses or commas could imitate other categories and their counts.
const plainTag = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._+#/-]*$/u;

/** `PDF` and `pdf` are one category. Merged after counting, since few tags have two spellings. */
function mergeSpellings(counts: ReadonlyMap<string, number>): readonly Category[] {
  const merged = new Map<string, number>();
  for (const [tag, count] of counts) {
    if (tag.length > listingLimits.tagLength) continue;
    const name = collapseWhitespace(tag).toLowerCase();
    if (plainTag.test(name)) merged.set(name, (merged.get(name) ?? 0) + count);
  }
  return [...merged].map(([name, count]) => ({ name, count }));
}

function compareCategories(a: Category, b: Category): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}
