import type { Action, ScannedText } from "../../../scan/evidence.ts";
import { baseName } from "../../actions/interpreters.ts";
import type { CheckedSkill } from "../../rule.ts";

/** How much of a text is looked at. */
const longest = 8000;

/** What will start, as far as the skill spells it: the unit or line that is written, and what it is made from. */
export function whatStarts(action: Action, skill: CheckedSkill): string {
  const written = action.kind === "write" ? action.content : undefined;
  const parts = written === undefined ? [...commandOf(action), ...filesIn(action, skill)] : [written];
  const started = parts.map((part) => startLines(part.slice(0, longest))).join("\n");
  return [started, ...valuesIn(started, action.source)].join("\n").trim().slice(0, longest);
}

/** Of a unit the lines that start something. */
function startLines(text: string): string {
  const lines = text.match(/(?:^|\n)[ \t]{0,8}Exec\w{4,12}=[^\n]{1,400}/g);
  return lines === null ? text : lines.join("");
}

/** The command from the start of its line, since what goes into `crontab -` stands before it, and the lines about files that it moves. */
function commandOf(action: Action): readonly string[] {
  const { source, span } = action;
  if (span.end - span.start > longest) return [];
  const line = lineOf(source, span.start, span.end);
  const texts = [line];
  for (let at: Action | undefined = action; at?.kind === "run" && texts.length < 8; at = at.input)
    texts.push(at.text.slice(0, longest));
  const [, moved] = movedFile.exec(line) ?? [];
  if (moved === undefined) return texts;
  return [...texts, ...linesWith(source, moved)].map((text) => text.replaceAll(`/tmp/${moved}`, ""));
}

/** A unit or list that is written elsewhere first; what it says counts, not where it lay. */
const movedFile = /\b(?:mv|cp|install|crontab)\b[^\n|;]{0,80}[ \t"']\/tmp\/([\w${}.-]{3,60})/;

/** How far a line is read to each side. */
const reach = 1000;

function lineOf({ text }: ScannedText, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - reach), start);
  const after = text.slice(end, end + reach);
  const newline = after.indexOf("\n");
  return (
    before.slice(before.lastIndexOf("\n") + 1) +
    text.slice(start, end + (newline === -1 ? after.length : newline))
  );
}

/** The first lines of a text that mention a file, with what follows a few of them as the file's content. */
function linesWith(source: ScannedText, name: string): readonly string[] {
  const found: string[] = [];
  for (
    let at = source.text.indexOf(name);
    at !== -1 && found.length < 6;
    at = source.text.indexOf(name, at + reach)
  )
    found.push(lineOf(source, at, Math.min(source.text.length, at + reach)));
  return found;
}

/** Lines of the same text that set variables which are mentioned. */
function valuesIn(text: string, source: ScannedText): readonly string[] {
  const names = new Set([...text.matchAll(/[${]{1,2}(\w{2,40})/g)].map(([, name]) => name));
  if (names.size === 0) return [];
  return [...source.text.slice(0, longestSource).matchAll(assignments)]
    .filter(([, name]) => names.has(name))
    .map(([line]) => line.trim());
}

const longestSource = 50_000;
const assignments =
  /(?:^|[\n;])[ \t]{0,40}(?:(?:local|export|readonly|const|let|var)[ \t]{1,4})?(\w{2,40})[ \t]{0,4}=[^\n]{1,400}/g;

/** Units of the skill that are copied to where they start. */
function filesIn({ source, span }: Action, skill: CheckedSkill): readonly string[] {
  const command = source.text.slice(span.start, Math.min(span.end, span.start + longest));
  return skill
    .evidence()
    .texts.filter(
      ({ path }) =>
        /\.(?:service|timer|socket|plist|cron|desktop)$/i.test(path) && command.includes(baseName(path)),
    )
    .map(({ text }) => text.slice(0, longest));
}
