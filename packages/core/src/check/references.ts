import type { Link } from "../markdown/inline.ts";
import { outlineMarkdown } from "../markdown/outline.ts";
import { spansContaining } from "../markdown/prose.ts";
import type { Span } from "../text/span.ts";
import { suggest } from "../text/suggest.ts";
import type { CheckedSkill } from "./rule.ts";

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

/** A file that code names by a path where skills keep their files. */
export type NamedFile = { readonly path: string; readonly span: Span };

const bundledPath = /^(?:scripts|references|assets)\/[\w./-]*\.\w+$/;
const bundledPaths =
  /(?<![\w./{}$-])(?:\.\/)?((?:scripts|references|assets)\/[\w./-]{0,150}\.\w{1,8})(?![\w/*{-])/g;

/** The paths in code spans and code blocks. Many mean a file of the user's project or an example. */
export function filesNamedInCode({
  parsed: { text },
  outline,
}: {
  readonly parsed: Pick<CheckedSkill["parsed"], "text">;
  readonly outline: CheckedSkill["outline"];
}): readonly NamedFile[] {
  const inSpans = spansContaining(text, outline.codeSpans, "/").flatMap((span) => {
    const path = text.slice(span.start, Math.min(span.end, span.start + 200));
    return bundledPath.test(path) ? [{ path, span }] : [];
  });
  const inBlocks = spansContaining(text, outline.codeBlocks, "/").flatMap(({ start, end }) =>
    Array.from(text.slice(start, end).matchAll(bundledPaths), ({ 0: whole, 1: path = "", index }) => {
      const at = start + index + whole.length - path.length;
      return { path, span: { start: at, end: at + path.length } };
    }),
  );
  return [...inSpans, ...inBlocks];
}

/** Paths from the skill's root that a Markdown document of the skill links to or names in its code. */
export function referencedPaths(text: string, folder = ""): readonly string[] {
  const outline = outlineMarkdown(text, { start: 0, end: text.length });
  const linked = localReferences(outline.links, { directoryName: undefined, folder });
  const named = filesNamedInCode({ parsed: { text }, outline });
  return [...linked.filter(({ escapes }) => !escapes), ...named].map(({ path }) => path);
}

/** The listing answers most lookups without disk access, except for folders and files it leaves out. */
export function createFileLookup({ files }: Pick<CheckedSkill, "files">): (path: string) => boolean {
  let listed: ReadonlySet<string> | undefined;
  return (path) => {
    listed ??= new Set(files.all().map((file) => file.path));
    return listed.has(path) || files.exists(path);
  };
}

/** A file with a similar name in the same folder. */
export function nearestSibling(path: string, { files }: Pick<CheckedSkill, "files">): string | undefined {
  const slash = path.lastIndexOf("/") + 1;
  const folder = path.slice(0, slash);
  const names = files
    .all()
    .flatMap((file) =>
      file.path.lastIndexOf("/") + 1 === slash && file.path.startsWith(folder)
        ? [file.path.slice(slash)]
        : [],
    );
  const name = suggest(path.slice(slash), names);
  return name === undefined ? undefined : folder + name;
}
