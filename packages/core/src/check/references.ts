import type { Link } from "../markdown/inline.ts";
import type { Span } from "../text/span.ts";

/** A link to a file by a relative path. */
export type Reference = {
  /** Path from the skill's root with `.` and `..` resolved; starts with `../` if it points outside the skill. */
  readonly path: string;
  readonly escapes: boolean;
  readonly span: Span;
};

/**
 * The links to files of the skill: no URLs, anchors, placeholders or absolute paths. With `directoryName`,
 * `../pdf/forms.md` in the skill `pdf` counts as inside; `folder` is the folder of the linking file.
 */
export function localReferences(
  links: readonly Link[],
  { directoryName, folder = "" }: { readonly directoryName: string | undefined; readonly folder?: string },
): readonly Reference[] {
  const references: Reference[] = [];
  for (const { href, span } of links) {
    const target = localTarget(href);
    if (target === undefined) continue;
    const path = foldPath(folder === "" ? target : `${folder}/${target}`, directoryName);
    if (path !== "") references.push({ path, escapes: path === ".." || path.startsWith("../"), span });
  }
  return references;
}

// A scheme, slash, anchor or query at the start means that it is not a local file; braces, angles and stars are placeholders.
const notLocal = /^(?:[a-z][a-z\d+.-]*:|[/\\#?])|[<>{}$*|…]|\.\.\./i;

/** The common form, which needs no decoding: folders and a name with an extension. */
const plainPath = /^(?:[\w-]+\/)*[\w-]+\.\w{1,8}$/;

function localTarget(href: string): string | undefined {
  if (plainPath.test(href)) return href;
  if (href === "" || href.startsWith("http") || notLocal.test(href)) return undefined;
  const path = decode(href.replace(/[?#].*/s, ""));
  // `[text](url)` and the first word of a footnote are not paths: a path has a folder or an extension.
  return /\/|\.\w{1,8}$/.test(path) ? path : undefined;
}

function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function foldPath(path: string, directoryName: string | undefined): string {
  if (!path.includes("./") && !path.includes("//") && !path.endsWith("/") && !path.endsWith(".."))
    return path;
  const parts: string[] = [];
  let up = 0;
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0) parts.pop();
    else up++;
  }
  if (up === 1 && parts[0] === directoryName) return parts.slice(1).join("/");
  return [...Array.from({ length: up }, () => ".."), ...parts].join("/");
}
