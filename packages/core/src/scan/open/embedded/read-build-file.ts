import { joinPieces, type Piece } from "../mapped-text.ts";
import type { EmbeddedText } from "./embedded-text.ts";
import { isWordList, readWordList } from "./word-list.ts";

/** The commands of makefiles, Dockerfiles and crontabs. */
export function readBuildFile(name: string, text: string): readonly EmbeddedText[] {
  if (/^(?:gnu)?makefile\b|\.mk$|^justfile$/.test(name)) return toCommands("recipes", recipesOf(text));
  if (/^(?:dockerfile|containerfile)\b|\.dockerfile$/.test(name))
    return toCommands("run", instructionsOf(text));
  if (/^crontab\b|\.cron(?:tab)?$/.test(name)) return toCommands("jobs", jobsOf(text));
  return [];
}

/** A crontab's lines: five fields or a word such as `@daily`, then the command. */
function jobsOf(text: string): readonly Piece[] {
  return Array.from(
    text.matchAll(/^[ \t]{0,20}(?:@\w{3,10}|(?:[\d*/,-]{1,20}[ \t]{1,8}){5})[ \t]{0,8}(\S.{0,2000})$/gm),
    ({ 0: whole, 1: command = "", index }) => {
      const end = index + whole.length;
      return { text: command, origin: { start: end - command.length, end } };
    },
  );
}

function toCommands(name: string, pieces: readonly Piece[]): readonly EmbeddedText[] {
  if (pieces.length === 0) return [];
  return [{ ...joinPieces(pieces, "\n"), name, language: "shell", role: "program" }];
}

const asShellVariable = (_whole: string, name: string): string => `\${${name}}`;

function recipesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let target = "";
  let needed = "";
  for (const line of text.split("\n")) {
    const rule = /^([^\s:#=][^:#=\n]{0,200}):(?![:=])[ \t]{0,20}(\S{0,200})/.exec(line);
    if (rule) {
      target = (rule[1] ?? "").trim();
      needed = rule[2] ?? "";
    }
    const isRecipe = line.startsWith("\t") || /^ {2,8}\S/.test(line);
    const mark = isRecipe ? (/^\s{1,20}[@+-]{0,3}/.exec(line)?.[0].length ?? 0) : 0;
    if (isRecipe) {
      // `$(NAME)` is a variable to make and a command to a shell; `$$` is one dollar sign to make.
      const command = line
        .slice(mark)
        .replaceAll("$@", () => target || "$@")
        .replaceAll("$<", () => needed || "$<")
        .replaceAll(/\$\((\w{1,60})\)/g, asShellVariable)
        .replaceAll("$$", "$");
      pieces.push({ text: command, origin: { start: start + mark, end: start + line.length } });
    }
    start += line.length + 1;
  }
  // make's variables stand before the recipes that use them.
  return pieces.length === 0 ? [] : [...assignmentsOf(text), ...pieces];
}

/** `NAME := value` as a shell writes it. */
function assignmentsOf(text: string): readonly Piece[] {
  return Array.from(
    text.matchAll(/^(\w{1,60})[ \t]{0,20}[:?+]{0,2}=[ \t]{0,20}([^\n#]{1,400})/gm),
    ({ 0: whole, 1: name = "", 2: value = "", index }) => ({
      text: `${name}="${value
        .trim()
        .replaceAll('"', '\\"')
        .replaceAll(/\$\((\w{1,60})\)/g, asShellVariable)}"`,
      origin: { start: index, end: index + whole.length },
    }),
  );
}

const instruction =
  /^\s{0,40}(?:ONBUILD\s{1,20})?(?:HEALTHCHECK\s{1,20}(?:--\S{1,200}\s{1,20}){0,8})?(?:RUN|CMD|ENTRYPOINT)\s{1,20}(?:--\S{1,200}\s{1,20}){0,8}/i;
const download =
  /^\s{0,40}ADD\s{1,20}(?:--\S{1,200}\s{1,20}){0,8}(https?:\/\/\S{1,500})\s{1,20}(\S{1,300})\s*$/i;

function instructionsOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let isInside = false;
  let heredoc: string | undefined;
  for (const line of text.split("\n")) {
    const origin = { start, end: start + line.length };
    start += line.length + 1;
    const added = download.exec(line);
    if (added !== null) pieces.push({ text: `curl -o ${added[2]} ${added[1]}`, origin });
    const isContinued = isInside || heredoc !== undefined;
    const mark = isContinued ? 0 : (instruction.exec(line)?.[0].length ?? -1);
    if (mark < 0) continue;
    const content = line.slice(mark);
    // The lines of `RUN <<EOF` are its commands.
    if (!isContinued) heredoc = /^<<-?\s{0,4}["']?(\w{1,40})["']?\s*$/.exec(content)?.[1];
    else if (heredoc === line.trim()) heredoc = undefined;
    else isInside = false;
    if (!isContinued && heredoc !== undefined) continue;
    pieces.push({
      text: !isContinued && isWordList(content) ? readWordList(content) : content,
      origin: { start: origin.start + mark, end: origin.end },
    });
    isInside = /\\\s*$/.test(line);
  }
  return pieces;
}
