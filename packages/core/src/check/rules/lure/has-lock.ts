import {
  archives,
  areNear,
  containers,
  keys,
  lockedStates,
  openedWith,
  passwords,
  positionsOf,
} from "./vocabulary.ts";

/** Whether a text gives the key to something locked: a password beside an archive, in whatever words. */
export function hasLock(raw: string): boolean {
  const states = [...positionsOf(raw, lockedStates), ...positionsOf(raw, openedWith)];
  const things = positionsOf(raw, containers);
  const packed = positionsOf(raw, archives);
  const near = (to: { start: number; end: number }, reach: number) => (at: { start: number; end: number }) =>
    at.start - to.end <= reach && to.start - at.end <= reach;
  for (const password of positionsOf(raw, passwords)) {
    if (!states.some(near(password, 90)) && !packed.some(near(password, 90))) continue;
    const after = raw.slice(password.end, password.end + 60);
    if (
      given.test(after) ||
      set.test(after) ||
      elsewhere.test(raw.slice(Math.max(0, password.start - 60), password.end + 100))
    )
      return true;
    if (quoted.test(raw.slice(Math.max(0, password.start - 40), password.start))) return true;
  }
  for (const key of positionsOf(raw, keys)) {
    if (!states.some(near(key, 80)) || !things.some(near(key, 160))) continue;
    const around = raw.slice(Math.max(0, key.start - 60), key.end + 70);
    if (quoted.test(around) || digits.test(around) || elsewhere.test(around)) return true;
  }
  for (const { end } of positionsOf(raw, openedWith))
    if (things.some(near({ start: end, end }, 160)) && rightAfter.test(raw.slice(end, end + 60))) return true;
  if (!areNear(raw, [containers, lockedStates], 60)) return wordWithDigits.test(raw) && things.length > 0;
  return states.some(({ end }) =>
    /^[^.\n]{0,60}[:(–—-]\s?[`"'“„«*]{1,2}[\p{L}\p{N}!@#$%&_-]{3,24}[`"'”»*]{1,2}/u.test(
      raw.slice(end, end + 100),
    ),
  );
}

const rightAfter =
  /^\s{0,2}:?\s{0,2}(?:\p{L}{1,12}\s){0,3}[`"'“„«*_「]{1,3}[\p{L}\p{N}!@#$%&_-]{2,24}[`"'”»*_」]{1,3}(?![\p{L}\p{N}(])/u;
/** A word in quotation marks, with no dot or slash of a file's name in it. */
const quoted =
  /(?<![\p{L}\p{N}])[`"'“„«‚*_「]{1,3}[\p{L}\p{N}!@#$%&_-]{2,24}[.]?[`"'”“»‘*_」]{1,3}(?![\p{L}\p{N}(])/u;
/** Right after the word for it: `pass: oc2026`, `password is maple`. */
const given =
  /^[ \t:=*_`"'“„«(（:)]{0,8}(?:\b(?:is|ist|es|est|é|to \p{L}{1,12} it|for \p{L}{1,12}(?: \p{L}{1,12})?|lautet|это|currently|remains|stays|for the archive)\b|为|是|は)?[ \t:=*_`"'“„«:「]{1,8}(?!and\b|or\b|to\b|the\b|if\b|for\b|in\b|from\b|with\b|manager|prompt|field|that\b|when\b|as\b)[\p{L}\p{N}!@#$%&_-]{3,24}[\s`"'”»*_).,;,。)」|]/u;
/** `password of the archive: oc2026` */
const set = /^[^\n.:=]{0,30}[:=]\s{0,2}[`"'*]{0,2}[\p{L}\p{N}!@#$%&_-]{3,24}[\s`"'*).,;]/u;
const digits = /(?<![\d.:/-])(?:\d[ ]?){4,8}(?![\d.:/-])/;
/** The key is told somewhere that scanners do not read, or has to be worked out. */
const elsewhere =
  /\b(?:picture|image|screenshot|photo|banner|weekday|printed\s{1,3}on|shown\s{1,3}on|stands\s{1,3}on|name\s{1,3}of\s{1,3}(?:the|this)\s{1,3}\w{1,12}|this\s{1,3}skill's\s{1,3}name|lower\s{1,3}case|in\s{1,3}capitals)\b/i;
const wordWithDigits =
  /\b(?:opens?|unlocks?|unpacks?|unzips?|extracts?)\s{1,3}(?:it\s{1,3})?(?:with|using|by)\s{0,3}:?\s{0,3}(?=[\w!@#-]{0,20}\d)[a-z\d!@#_-]{3,20}(?![\w.]{0,20}[/.]\w)/i;
