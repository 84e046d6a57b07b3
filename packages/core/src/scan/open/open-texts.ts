import type { LoadedSkill } from "../../discover/load-skill.ts";
import type { ScannedText, Unread } from "../evidence.ts";
import { scanLimits } from "../limits.ts";
import { decodeText } from "./decode-text.ts";
import { findMentions, isReadUnasked, type Mention } from "./find-mentions.ts";
import { isMediaName } from "./formats/detect-format.ts";
import { extensionOf } from "./identify-language.ts";
import { isLeftOut, listSkill, type SkillListing } from "./list-skill.ts";
import { openBytes } from "./open-bytes.ts";
import { openText } from "./open-text.ts";
import { createBudget, type Opening, reportUnread, type Source } from "./opening.ts";

export type OpenedTexts = { readonly texts: readonly ScannedText[]; readonly unread: readonly Unread[] };

/** SKILL.md and every text that a skill's files hold, what they lead to first. */
export function openTexts(skill: LoadedSkill): OpenedTexts {
  const opening = createOpening();
  const listing = listSkill(skill);
  const reached = createReached();
  const opened = new Set([listing.skillFile]);
  /** Opens something and follows what its texts refer to. */
  const follow = (open: () => void): void => {
    const first = opening.texts.length;
    open();
    for (const text of opening.texts.slice(first)) findMentions(text, listing.index).forEach(reached.add);
  };
  const openOnce = (path: string): void => {
    if (opened.has(path)) return;
    opened.add(path);
    openFile(skill, { source: toSource(path, listing, reached.get(path)), path }, opening);
  };
  follow(() => openSkillFile(skill, listing, opening));
  for (const path of [...listing.paths, ...listing.leftOut.flatMap(({ files }) => files)])
    if (isReadUnasked(path)) reached.add({ path, means: "file" });
  for (let path = reached.next(); path !== undefined; path = reached.next()) {
    const next = path;
    follow(() => openOnce(next));
  }
  for (const path of listing.paths) if (!isMediaName(extensionOf(path))) openOnce(path);
  // Large films must not use up what programs and documents need.
  for (const path of listing.paths) openOnce(path);
  for (const { path, files, isSmall } of listing.leftOut) {
    if (isSmall) for (const file of files) openOnce(file);
    else opening.unread.push({ path, reason: "folder", isUsed: false });
  }
  if (listing.hasMore) opening.unread.push({ path: ".", reason: "too-many", isUsed: false });
  return { texts: opening.texts, unread: opening.unread };
}

function createOpening(): Opening {
  const opening: Opening = {
    texts: [],
    unread: [],
    budget: createBudget(),
    open: (source, bytes) => openBytes(source, bytes, opening),
  };
  return opening;
}

type Reached = {
  readonly add: (mention: Mention) => void;
  readonly get: (path: string) => Mention["means"] | undefined;
  /** The next file to open; named ones come before those of a named folder. */
  readonly next: () => string | undefined;
};

function createReached(): Reached {
  const means = new Map<string, Mention["means"]>();
  const queues = { file: [] as string[], folder: [] as string[] };
  const taken = { file: 0, folder: 0 };
  return {
    add: (mention) => {
      const known = means.get(mention.path);
      if (known === "file" || known === mention.means) return;
      means.set(mention.path, mention.means);
      queues[mention.means].push(mention.path);
    },
    get: (path) => means.get(path),
    next: () => {
      const kind = taken.file < queues.file.length ? "file" : "folder";
      return taken[kind] < queues[kind].length ? queues[kind][taken[kind]++] : undefined;
    },
  };
}

function toSource(path: string, listing: SkillListing, means: Mention["means"] | undefined): Source {
  return {
    path,
    placeOf: (span) => ({ file: path, span }),
    isReached: means !== undefined,
    isNamed: means === "file",
    depth: 0,
    disguise: isLeftOut(listing, path) ? "skipped-folder" : undefined,
  };
}

/** A SKILL.md that clients cannot read is decoded like any other file. */
function openSkillFile(skill: LoadedSkill, { skillFile }: SkillListing, opening: Opening): void {
  const source: Source = {
    path: skillFile,
    placeOf: (span) => ({ span }),
    isReached: true,
    isNamed: true,
    depth: 0,
  };
  if (skill.parsed.unreadable) {
    const bytes = skill.files.bytes(skillFile, scanLimits.fileBytes)?.bytes;
    const decoded = bytes && decodeText(bytes);
    if (decoded) openText({ ...source, disguise: "unusual-encoding" }, decoded.text, opening);
    // Clients cannot use what is not even text, so it is unread, but no danger.
    else opening.unread.push({ path: skillFile, reason: "unreadable", isUsed: false });
    return;
  }
  opening.budget.spend(skill.parsed.text.length);
  openText(source, skill.parsed.text, opening);
}

type FileToOpen = { readonly source: Source; readonly path: string };

function openFile({ files }: LoadedSkill, { source, path }: FileToOpen, opening: Opening): void {
  const { budget } = opening;
  const room = budget.left();
  if (room === 0) {
    reportUnread(opening, source, "budget");
    return;
  }
  const limit = Math.min(scanLimits.fileBytes, room);
  const first = files.bytes(path, limit);
  if (first === undefined) {
    reportUnread(opening, source, "unreadable");
    return;
  }
  // Padding can be larger than all a skill needs, so what fits into the budget is read.
  const whole = first.size > limit ? files.bytes(path, Math.min(room, first.size)) : first;
  const { bytes, size } = whole ?? first;
  budget.spend(bytes.length);
  opening.open(source, bytes);
  if (size > bytes.length) reportUnread(opening, source, "too-large");
}
