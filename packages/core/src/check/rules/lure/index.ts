import type { Level } from "../../../finding.ts";
import type { ScannedText, Statement } from "../../../scan/evidence.ts";
import type { Span } from "../../../text/span.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";
import { findSources, type Source } from "./find-sources.ts";
import { type Lure, runsDownload, scoreLure } from "./score-lure.ts";
import { has, obtaining } from "./vocabulary.ts";

export const rule: Rule = defineRule({
  id: "lure",
  category: "security",
  severity: "warning",
  summary: "No passage talks the reader into installing a program from an unknown source.",
  messages: {
    program:
      "This passage has the signs of a lure ({signs}): it presses the reader to run a program from a source without a known name; name a package with a version from a known registry.",
  },
  threat: {
    owasp: ["AST01", "AST02"],
    why: "Most malicious skills contain no attack themselves; they get the user to install one as a 'requirement'.",
    remedy: "Do not follow the instructions; authors name packages of known registries instead of downloads.",
    levels: { program: "high" },
  },
  check(skill, { report }) {
    const isUsed = createUsageLookup(skill);
    for (const [source, statements] of byText(skill.evidence().statements)) {
      const lures = luresIn(source, statements, isUsed);
      const worst = lures.toSorted((a, b) => b.score - a.score)[0];
      if (worst === undefined) continue;
      report({
        message: "program",
        args: { signs: excerpt(worst.signs.join(", ")) },
        level: levelOf(worst),
        ...source.placeOf(worst.at),
      });
    }
  },
});

/** Without an address, it may be an archive that the skill makes itself. */
function levelOf({ score, isAddressed }: Lure): Level {
  if (!isAddressed) return "medium";
  return score >= enoughToBlock ? "critical" : "high";
}

const enough = 5;
const enoughToBlock = 6;

/** How far the facts of one lure lie apart. */
const reach = 650;

const mostAnchors = 200;
const mostSources = 5000;

/** Of these every lure has one, in the languages in which lures are written; they tell where to look closer. */
const hints =
  /pass(?:word|code|phrase)|\bpass\b|pwd|unlock|locked|sealed|encrypt|protect|unpack|unzip|extract|wrapped|opens? |asks for|guard|virus|defender|smartscreen|gatekeeper|quarantine|warn|complain|damaged|terminal|powershell|console|\bshell\b|command|windows key|win ?\+ ?r|base64|mshta|curl|wget|\birm\b|\biwr\b|kennwort|passwort|verschl|entpack|meldung|contraseñ|clave|comprim|abre|advertencia|aviso|consola|senha|compac|mot de passe|décompress|avertissement|estra|apre|avviso|парол|архив|антивирус|терминал|консол|密码|口令|解压|杀毒|终端|命令|パスワード|ターミナル|解凍|비밀번호|터미널|\.(?:exe|msi|dmg|zip|rar|7z|pkg)\b|releases?\/|paste|glot\.io|rentry/i;

/** Told without an address: a locked thing to get. */
const lockedAlone =
  /\b(?:unzip|extract|unpack|archive|zip|rar|bundle|package)\b[^.\n]{0,60}\b(?:pass(?:word|code|phrase)?|pwd|code|key|word)\b/gi;

function luresIn(source: ScannedText, statements: readonly Statement[], isUsed: Usage): readonly Lure[] {
  const { text } = source;
  const sources = findSources(text, mostSources).map((one) => ({ ...one, isRun: isRunAt(text, one.span) }));
  const alone = [...text.matchAll(lockedAlone)].slice(0, mostAnchors).map(({ index }) => index);
  const windows = windowsAround(text, [...sources.map(({ span }) => span.start), ...alone]);
  return windows.flatMap((window) => {
    const raw = text.slice(window.start, window.end);
    const isNear = ({ span }: Source): boolean => span.start >= window.start && span.end <= window.end;
    if (!hints.test(raw) && !sources.some((one) => one.weight > 1 && isNear(one))) return [];
    const inside = statements.filter(
      ({ span, isQuoted }) => !isQuoted && span.end > window.start && span.start < window.end,
    );
    if (inside.length === 0) return [];
    const lure = scoreLure({
      plain: inside.map(({ plain }) => plain).join("\n"),
      prose: inside.map(({ span }) => text.slice(span.start, span.end)).join("\n"),
      raw,
      sources: sources.filter((one) => isNear(one) && isOffered(text, one, inside)),
      isUsed: (words) => isUsed(words, source, window),
    });
    return lure.isStrong && lure.score >= enough ? [lure] : [];
  });
}

/** Whether an address stands where the reader is told to get something, and not in a program's text. */
function isOffered(text: string, { span, isRun, weight }: Source, statements: readonly Statement[]): boolean {
  if (isRun) return true;
  const isInProse = statements.some(
    (one) => one.kind !== "comment" && one.span.start <= span.start && one.span.end >= span.end - 1,
  );
  if (!isInProse || weight > 1) return isInProse;
  const before = text.slice(Math.max(0, span.start - 140), span.start);
  if (/\b(?:from|at|to|under|via|see|visit|on)[\s("'`[<:]{1,4}$/i.test(before.slice(-20))) return true;
  return has(
    before.replace(/https?:\/\/[^\s)]{1,200}/g, "") + text.slice(span.end, span.end + 60),
    obtaining,
  );
}

/** Whether a command in the line of an address runs what it loads from there. */
function isRunAt(text: string, { start, end }: Span): boolean {
  const from = Math.max(text.lastIndexOf("\n", start) + 1, start - 400);
  const to = text.indexOf("\n", end);
  const line = text.slice(from, Math.min(to === -1 ? text.length : to, end + 200));
  const command = runsDownload.exec(line);
  if (command === null) return false;
  const begin = from + command.index;
  if (start < begin && /=["']?$/.test(text.slice(start - 2, start))) return true;
  return start >= begin && start <= begin + command[0].length + 200;
}

/** Stretches of a text around places, none longer than a lure with what belongs to it. */
function windowsAround(text: string, places: readonly number[]): readonly Span[] {
  const windows: Span[] = [];
  for (const at of places.toSorted((a, b) => a - b).slice(0, mostAnchors)) {
    const last = windows.at(-1);
    if (last !== undefined && at < last.end - reach / 2) continue;
    windows.push({ start: Math.max(0, at - reach), end: Math.min(text.length, at + reach) });
  }
  return windows;
}

/** Statements of documents, by their texts. */
function byText(statements: readonly Statement[]): ReadonlyMap<ScannedText, readonly Statement[]> {
  const texts = new Map<ScannedText, Statement[]>();
  for (const statement of statements) {
    const { source } = statement;
    if (source.language !== "markdown" && source.language !== "text") continue;
    const known = texts.get(source);
    if (known === undefined) texts.set(source, [statement]);
    else known.push(statement);
  }
  return texts;
}

type Usage = (words: readonly string[], source: ScannedText, window: Span) => "named" | "alike" | undefined;

/** Tells whether commands of the skill, outside of a window, start a tool with such a name, or one that is called alike. */
function createUsageLookup(skill: CheckedSkill): Usage {
  const { actions } = skill.evidence();
  return (words, source, window) => {
    let isAlike = false;
    for (const action of actions) {
      if (action.kind !== "run") continue;
      if (action.source === source && action.span.end >= window.start && action.span.start <= window.end)
        continue;
      const program = action.program.toLowerCase();
      if (words.includes(program)) return "named";
      isAlike ||= words.some((word) => isShortFor(program, word));
    }
    return isAlike ? "alike" : undefined;
  };
}

/** Tools are often called by a short form of their project's name. */
function isShortFor(program: string, word: string): boolean {
  return (
    program.length > 3 &&
    word.length > 3 &&
    word.slice(0, 3) === program.slice(0, 3) &&
    !everyday.test(program)
  );
}

/** Programs that are no project of a skill's author. */
const everyday =
  /^(?:bash|python[\d.]{0,5}|node|curl|wget|echo|mkdir|chmod|chown|touch|printf|export|source|sudo|grep|find|head|tail|sort|test|open|start|brew|pip3|xargs|powershell|pwsh)$/;
