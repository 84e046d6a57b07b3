import type { Span } from "../../../text/span.ts";
import { type Source, unknownPage } from "./find-sources.ts";
import { hasLock } from "./has-lock.ts";
import {
  areNear,
  disarming,
  guards,
  has,
  necessity,
  needs,
  pagesNamed,
  pasting,
  pressing,
  rights,
  shownCommands,
  startedPrograms,
  starting,
  terminals,
  tools,
  warnings,
} from "./vocabulary.ts";

export type Lure = {
  readonly score: number;
  readonly signs: readonly string[];
  /** Whether a sign is there that honest instructions hardly have. */
  readonly isStrong: boolean;
  /** Whether it says where the program is. */
  readonly isAddressed: boolean;
  readonly at: Span;
};

/** A few sentences around what may be a lure. */
export type Passage = {
  /** Its statements without marks. */
  readonly plain: string;
  /** Its statements as they are written. */
  readonly prose: string;
  /** The text as it is written, code too. */
  readonly raw: string;
  readonly sources: readonly Source[];
  /** Whether the skill calls a tool by one of these words, or by a word like it. */
  readonly isUsed: (words: readonly string[]) => "named" | "alike" | undefined;
};

/** What counts so far. */
type Tally = {
  readonly signs: string[];
  score: number;
  isStrong: boolean;
  readonly best: Source | undefined;
};

function mark(
  tally: Tally,
  name: string,
  { weight, isStrong = false }: { weight: number; isStrong?: boolean },
): void {
  if (tally.signs.includes(name)) return;
  tally.signs.push(name);
  tally.score += weight;
  tally.isStrong ||= isStrong;
}

/** How much a passage looks like a lure: independent facts, whose number and kind decide and not their words. */
export function scoreLure(passage: Passage): Lure {
  const { plain, raw, sources } = passage;
  const best = sources.reduce<Source | undefined>(
    (most, one) => (most === undefined || one.weight > most.weight ? one : most),
    undefined,
  );
  const tally: Tally = { signs: [], score: 0, isStrong: false, best };
  for (const { name, weight } of sources) mark(tally, name, { weight });
  const isPasted = areNear(plain, [terminals, pasting], 120);
  markStrong(tally, passage, isPasted);
  // Without an address, only a locked thing to get from somewhere lures; and such words stand in honest texts too.
  const isLure = best !== undefined || (tally.signs.includes(locked) && isFetched(plain));
  if (isLure) {
    markOrdinary(tally, passage, isPasted);
    markUse(tally, passage);
    if (packageManagers.test(raw)) tally.score -= 2;
    const isStarted = isPasted || tally.signs.includes(running) || has(plain, starting);
    if (best === undefined || !isStarted) tally.score = Math.min(tally.score, 5);
  }
  return {
    score: isLure ? tally.score : 0,
    signs: tally.signs,
    isStrong: tally.isStrong,
    isAddressed: best !== undefined,
    at: best?.span ?? { start: 0, end: Math.min(raw.length, 200) },
  };
}

/** What honest instructions hardly have. */
function markStrong(tally: Tally, { plain, prose, raw, sources }: Passage, isPasted: boolean): void {
  const { best } = tally;
  for (const { name, weight, pattern } of strongSigns)
    if (pattern.test(raw)) mark(tally, name, { weight, isStrong: true });
  if (hasLock(prose)) mark(tally, locked, { weight: 4, isStrong: true });
  if (areNear(plain, [guards, disarming], 90))
    mark(tally, "a warning to ignore", { weight: 3, isStrong: true });
  else if (areNear(plain, [warnings, disarming], 60))
    mark(tally, "a warning to ignore", {
      weight: 2,
      isStrong: best !== undefined && (best.weight > 1 || has(plain, necessity)),
    });
  const isElsewhere = isPasted && best !== undefined && !runsDownload.test(raw);
  if (isElsewhere && areNear(prose, [shownCommands, pagesNamed], 90))
    mark(tally, "a command shown on another page", { weight: 3, isStrong: true });
  // Nobody answers for what is there, and it is to be run.
  if (sources.some(({ isAnonymous }) => isAnonymous) && (isPasted || has(plain, startedPrograms)))
    tally.isStrong = true;
}

/** What honest instructions have too, though not all at once. */
function markOrdinary(tally: Tally, { plain, raw, sources }: Passage, isPasted: boolean): void {
  if (sources.some(({ isRun }) => isRun)) mark(tally, running, { weight: 2 });
  if (isPasted) mark(tally, "a command to paste", { weight: 1 });
  for (const { name, weight, words } of passageSigns) if (has(plain, words)) mark(tally, name, { weight });
  if (eachSystem.test(plain + raw)) mark(tally, "a way for each system", { weight: 1 });
  if (urgency.test(plain)) mark(tally, "urgency", { weight: 1 });
  if (/\bright[- ]click\b|Privacy & Security|\bunsigned\b|\bnotari[sz]ed\b/i.test(plain))
    mark(tally, "an unsigned program", { weight: 1 });
  // Everything depends on a program without a known maker.
  const isNobodys = sources.some(({ name, weight }) => weight > 1 && !name.startsWith("a release"));
  if (isNobodys && tally.signs.includes(necessary) && (has(plain, starting) || has(plain, pressing)))
    tally.isStrong = true;
}

/** Whether the skill uses what is to be installed, which a lure never does. */
function markUse(tally: Tally, { sources, isUsed }: Passage): void {
  const use = isUsed(sources.flatMap(({ words }) => words));
  if (use !== undefined) tally.score -= use === "named" ? 3 : 1;
  else if (
    tally.signs.includes(running) &&
    pressingSigns.filter((name) => tally.signs.includes(name)).length > 1
  )
    mark(tally, unused, { weight: 2, isStrong: true });
  else if (tally.best !== undefined && tally.best.name !== unknownPage) mark(tally, unused, { weight: 1 });
}

const eachSystem = /\bwindows\b[\s\S]{0,1200}\bmac(?:\s?os)?\b|\bmac(?:\s?os)?\b[\s\S]{0,1200}\bwindows\b/i;

const locked = "a password for an archive";
const running = "a command that runs what it downloads";
const necessary = "everything depends on it";
const unused = "a program that the skill never calls";

/** Honest instructions do not press the user, at least not in two ways. */
const pressingSigns: readonly string[] = [
  "rights that the program asks for",
  "the user is pressed",
  "a command to paste",
  necessary,
  "urgency",
];

/** Told to get a tool and to start it, without saying from where. */
function isFetched(plain: string): boolean {
  return fetched.test(plain) && has(plain, tools) && has(plain, starting) && has(plain, needs);
}

const fetched =
  /\b(?:download|fetch|get|obtain|grab|retrieve|pull\s{1,3}down|acquire|pick\s{1,3}up|take|find\s{1,3}it|ask)\b[^.\n]{0,80}\b(?:from|at|our|on)\b/i;

const strongSigns: readonly { readonly name: string; readonly weight: number; readonly pattern: RegExp }[] = [
  {
    name: "a hidden window",
    weight: 3,
    pattern: /-w(?:in\w{0,10})?\s{1,3}h(?:idden)?\b[^\n]{0,200}\b(?:iwr|irm|curl|iex|http)/i,
  },
  {
    name: "a decoded command",
    weight: 3,
    pattern: /\bbase64\s{1,3}(?:-d|-D|--decode)\b[^\n]{0,80}\|\s{0,4}(?:ba|z|da)?sh\b/,
  },
  {
    name: "a check of being human",
    weight: 3,
    pattern:
      /\b(?:human|robot|captcha|you\s{1,3}are\s{1,3}a\s{1,3}(?:real\s{1,3})?person)\b[\s\S]{0,200}\b(?:windows\s{1,3}key|win\s?\+\s?r|command\s{1,3}window|paste|terminal|powershell|run\s{1,3}dialog)\b/i,
  },
  {
    name: "a command for the Windows key",
    weight: 3,
    pattern:
      /\b(?:win(?:dows)?(?:\s{1,3}key)?\s?\+\s?[rx]|windows\s{1,3}key\b[^.\n]{0,30}\bR)\b[^\n]{0,200}\b(?:paste|insert|drop|put|enter|type|ctrl\s?\+\s?v)\b/i,
  },
];

const passageSigns: readonly { readonly name: string; readonly weight: number; readonly words: RegExp }[] = [
  { name: "nothing works without it", weight: 1, words: needs },
  { name: "a program without a vendor", weight: 1, words: tools },
  { name: "starting what was downloaded", weight: 1, words: starting },
  { name: "rights that the program asks for", weight: 1, words: rights },
  { name: "the user is pressed", weight: 1, words: pressing },
  { name: necessary, weight: 1, words: necessity },
];

const urgency =
  /\b(?:IMPORTANT|CRITICAL|Mandatory|MANDATORY|URGENT|REQUIRED|WARNING|ATTENTION)\b|\b(?:immediately|right\s{1,3}away|will\s{1,3}expire|urgent(?:ly)?|as\s{1,3}soon\s{1,3}as\s{1,3}possible)\b|重要|注意|ВАЖНО|Важно|WICHTIG|Wichtig/;

export const runsDownload: RegExp =
  /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|]{0,300}\|\s{0,4}(?:sudo\s{1,4})?(?:(?:ba|z|da)?sh|iex|python3?|node|perl)\b|\b(?:(?:ba|z|da)?sh|eval|iex|source)\b[^\n]{0,40}(?:\$\(|<\(|`)\s{0,4}(?:curl|wget|iwr|irm)\b|\bmshta\s{1,4}https?:|\b(?:curl|wget)\b[^\n]{0,300}(?:&&|;)[^\n]{0,120}(?:\b(?:hdiutil\s{1,4}attach|open\s|chmod\s{1,4}\+?[x7]|installer\s|(?:ba|z)?sh\s)|\.\s)|\bexec\([^\n]{0,60}urlopen\(/i;

const packageManagers =
  /\b(?:brew\s{1,3}install|apt(?:-get)?\s{1,3}install|choco\s{1,3}install|winget\s{1,3}install|scoop\s{1,3}install|npm\s{1,3}(?:i|install)\b|pip3?\s{1,3}install|uv\s{1,3}(?:tool|pip|add)|cargo\s{1,3}install|go\s{1,3}install|dnf\s{1,3}install|pacman\s{1,3}-S|npx\s)/i;
