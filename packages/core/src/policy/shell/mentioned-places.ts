import { baseName } from "../../path/path.ts";
import { foldPath } from "../path-pattern.ts";
import type { ToolRequest } from "../tool-request.ts";

/** The place that a text mentions in any of the ways people write it. */
export function namesPlace(
  places: readonly string[],
  text: string,
  request: ToolRequest,
): string | undefined {
  const written = text.replaceAll(/\$\{\w{1,99}:?[-=]([^}]{0,99})\}/g, "$1");
  const plain = plainText(written).replaceAll(/(?<=[\s=:(,;<>|&]|^)~(?=\/)/g, "$HOME");
  const filled = foldPath(withHome(plain, request)).replaceAll(/\/(?:\.?\/)+/g, "/");
  const folders = foldersAlone(filled);
  const sought = new Set([...filled.matchAll(lookup)].map(([, name = ""]) => name));
  return places.find((place) => {
    const folded = foldPath(place);
    if (filled.includes(folded) || sought.has(baseName(folded))) return true;
    // `settings.json` alone may be anyone's; with its folder it is not.
    const [folder = "", file = ""] = folded.split("/").slice(-2);
    if (!file.includes(".")) return filled.includes(dataFolder.exec(folded)?.[1] ?? folded);
    return filled.includes(`${folder}/${file}`) || (folders.has(folder) && filled.includes(file));
  });
}

/** The end of a folder's path that names it from any home folder. */
const dataFolder = /\/(\.[^/]+\/.+|application support\/.+)$/;
/** Commands that print where a program is: `$(which node)`. */
const lookup =
  /\b(?:which|whence|where|command -v|type -p|realpath)\s{1,9}(?:-\w{1,9}\s{1,9}){0,3}([\w.-]{1,99})/gi;

/** The place in a hidden folder that a program is told to remove or rename. */
export function removesFolder(places: readonly string[], text: string): string | undefined {
  const plain = foldPath(plainText(text));
  if (!/\b(?:rm|rmdir|rmtree|rmsync|rename|move|remove|unlink)/.test(plain)) return undefined;
  const folders = foldersAlone(plain);
  return places.find(
    (place) => baseName(place).includes(".") && folders.has(baseName(parentOf(foldPath(place)))),
  );
}

/** Without quotes and escapes. */
function plainText(text: string): string {
  const read = (code: string): string =>
    String.fromCharCode(
      /^\\[xu]/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number.parseInt(code.slice(1), 8),
    );
  return text.replaceAll(/\\(?:x[\da-f]{2}|u[\da-f]{4}|[0-7]{3})/gi, read).replaceAll(/["'\\]/g, "");
}

/** Hidden folders that a text names without anything known in them: `.claude` and `.claude/$x`, but not `.claude/skills`. */
function foldersAlone(text: string): ReadonlySet<string> {
  return new Set(text.match(/(?<![\w.])\.[a-z]+(?=\/?(?:[\s,;)&|$`]|$))/g));
}

/** A text with the home folder and the working directory filled in. */
export function withHome(text: string, { home, workspace }: ToolRequest): string {
  const here = text.replace(/^~\+(?=\/|$)/, "$PWD").replaceAll(/\$(?:PWD\b|\{PWD\})/g, () => workspace);
  if (home === undefined) return here;
  return here.replace(/^~(?=\/|$)/, () => home).replaceAll(/\$(?:HOME\b|\{HOME\})/g, () => home);
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
