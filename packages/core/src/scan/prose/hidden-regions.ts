import type { Span } from "../../text/span.ts";

/** Comments, and elements that a browser does not show, in order and without overlaps. */
export function hiddenRegions(text: string): readonly Span[] {
  const regions: Span[] = [];
  if (text.includes("<")) addElements(text, regions);
  addDefinitions(text, regions);
  addPadding(text, regions);
  return withoutOverlaps(regions);
}

/** How far behind a tag the fences are counted. */
const mostBefore = 40_000;

const opening = /<!--|<([a-zA-Z][\w:-]{0,30})((?:\s[^<>]{0,1000})?)>/g;

function addElements(text: string, regions: Span[]): void {
  opening.lastIndex = 0;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = match.index;
    const name = match[1]?.toLowerCase();
    if (name === undefined && isInCode(text, start)) continue;
    if (name === undefined) {
      const close = text.indexOf("-->", start + 2);
      const end = close === -1 ? text.length : close + 3;
      regions.push({ start, end });
      opening.lastIndex = end;
    } else if (!isVoid.test(name) && isInvisible(match[2] ?? "") && !isInCode(text, start)) {
      const end = endOfElement(text, name, opening.lastIndex);
      regions.push({ start, end });
      opening.lastIndex = end;
    }
  }
}

/** Elements that hold nothing. */
const isVoid = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Whether a tag is an example: an odd number of fences stands before it, or of backticks on its line. */
function isInCode(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - mostBefore), at);
  if (at <= mostBefore && (before.match(/^[ \t>]{0,12}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1) return true;
  const line = text.slice(Math.max(text.lastIndexOf("\n", at - 1) + 1, at - 500), at);
  return line.split("`").length % 2 === 0;
}

/** Where an element ends; without a closing tag, a browser hides the rest of the page. */
function endOfElement(text: string, name: string, from: number): number {
  const tags = new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]{0,1000}>`, "gi");
  tags.lastIndex = from;
  let depth = 1;
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    depth += tag[1] === "/" ? -1 : 1;
    if (depth === 0) return tags.lastIndex;
  }
  return text.length;
}

function isInvisible(attributes: string): boolean {
  if (attributes === "" || attributes.endsWith("/")) return false;
  const style = /\bstyle\s{0,4}=\s{0,4}(?:"([^"]{0,800})"|'([^']{0,800})')/i.exec(attributes);
  const css = (style?.[1] ?? style?.[2] ?? "").toLowerCase().replace(/\s/g, "");
  const rest = style ? attributes.replace(style[0], "") : attributes;
  if (/(?:^|\s)hidden(?=[\s=/]|$)/i.test(rest)) return true;
  if (/(?:^|\s)color\s{0,4}=\s{0,4}["']?(?:white|#fff(?:fff)?|transparent)\b/i.test(rest)) return true;
  return (
    css !== "" &&
    (concealing.test(css) ||
      (paleText.test(css) && !/background(?:-color)?:(?!#?f|white|none|transparent|inherit)/.test(css)))
  );
}

const concealing =
  /display:none|visibility:(?:hidden|collapse)|font-size:(?:0|1px|0?\.\d)|(?:^|;)opacity:0?(?:\.0\d?)?(?:;|$|!)|(?:^|;)(?:max-)?(?:height|width):(?:0|1px)(?:px|em|%)?(?:;|$|!)|(?:left|top|text-indent|margin-left):-\d{3}|clip(?:-path)?:(?:rect\(0|inset\((?:100|50)%)|transform:scale\(0|mso-hide:all/;
const paleText =
  /(?:^|;)color:(?:white|#fff(?:fff)?|snow|ghostwhite|transparent|#f[c-f]f[c-f]f[c-f]|rgba?\(255,255,255|rgba\(\d+,\d+,\d+,0\)|hsl\(0,0%,100%)/;

/** `[//]: # (text)` renders as nothing; agents read it. */
const definition =
  /^[ \t>]{0,16}\[[^\]\n]{1,80}\]:[ \t]{0,8}(?:\S{0,400}[ \t]{1,8}["'(][^\n]{1,2000}|#[^\n]{1,2000})$/gm;

function addDefinitions(text: string, regions: Span[]): void {
  if (!text.includes("]:")) return;
  for (const match of text.matchAll(definition))
    regions.push({ start: match.index, end: match.index + match[0].length });
}

/** Text so far down or to the right that a window does not show it. */
function addPadding(text: string, regions: Span[]): void {
  if (text.includes("\n\n\n\n\n\n\n\n")) {
    const gap = /\n(?:[ \t]{0,80}\r?\n){40,}/.exec(text);
    if (gap && gap.index > 0) regions.push({ start: gap.index + gap[0].length, end: text.length });
  }
  if (text.includes(" ".repeat(200)))
    for (const match of text.matchAll(/\S {200,2000}(?=\S)[^\n]{0,4000}/g))
      regions.push({ start: match.index + 1, end: match.index + match[0].length });
}

function withoutOverlaps(regions: Span[]): readonly Span[] {
  regions.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = -1;
  return regions.filter((region) => {
    if (region.start < end) return false;
    end = region.end;
    return true;
  });
}
