/** A text in which letters that look Latin are Latin, and nothing is invisible. */
export function foldLetters(text: string): string {
  if (plainAscii.test(text)) return text;
  const visible = text
    .replace(invisible, "")
    .replace(oddSpaces, " ")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[‘’ʼ′`´]/g, "'");
  return visible.replace(wordWithLookalikes, foldWord);
}

const plainAscii = /^[\t\n\r\x20-\x7e]*$/;
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;
const oddSpaces = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]/g;

/** Cyrillic, Greek, Armenian, Cherokee and phonetic letters by the Latin letter they look like. */
const lookalikes: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "ЬƄв",
  c: "сϲᴄ",
  d: "ԁɗ",
  e: "еєɛҽε",
  f: "ƒẝ",
  g: "ɡց",
  h: "һհн",
  i: "іιıɩӏ",
  j: "јϳ",
  k: "кκᴋ",
  l: "ⅼӏ",
  m: "мᴍ",
  n: "пոη",
  o: "оοօσᴏ",
  p: "рρ",
  q: "ԛզ",
  r: "гᴦг",
  s: "ѕꜱ",
  t: "тτᴛ",
  u: "υսᴜц",
  v: "ѵνᴠ",
  w: "ԝωᴡш",
  x: "хχ",
  y: "уγүʏ",
  z: "ᴢʐ",
  A: "АΑᎪ",
  B: "ВΒᏴ",
  C: "СϹᏟ",
  E: "ЕΕᎬ",
  G: "ԌᏀ",
  H: "НΗᎻ",
  I: "ІΙӀ",
  J: "ЈᎫ",
  K: "КΚᏦ",
  L: "Ꮮ",
  M: "МΜᎷ",
  N: "Ν",
  O: "ОΟՕ",
  P: "РΡᏢ",
  R: "Ꭱ",
  S: "ЅՏᏚ",
  T: "ТΤᎢ",
  U: "Ս",
  V: "ѴᏙ",
  W: "ԜᎳ",
  X: "ХΧ",
  Y: "ҮΥ",
  Z: "ΖᏃ",
};

const latin: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([letter, looks]) =>
    Array.from(looks, (look) => [look, letter] as const),
  ),
);
const wordWithLookalikes = /[\p{L}\p{Nd}_]{1,60}/gu;

/** Folds a word that mixes scripts or consists of lookalikes; a word in another script stays as it is. */
function foldWord(word: string): string {
  if (/^[A-Za-z0-9_]*$/.test(word)) return word;
  const letters = Array.from(word);
  const foreign = letters.filter((letter) => letter > "\u007f");
  if (!foreign.every((letter) => latin.has(letter))) return word;
  return letters.map((letter) => latin.get(letter) ?? letter).join("");
}

/** The text that tag characters and variation selectors spell, without anything else. */
export function decodeInvisible(text: string): string {
  // All of these characters share one high surrogate.
  if (!text.includes("\udb40")) return "";
  let decoded = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe0020 && code <= 0xe007e) decoded += String.fromCharCode(code - 0xe0000);
    else if (code >= 0xe0110 && code <= 0xe01ef) decoded += String.fromCharCode(code - 0xe0100 + 16);
  }
  return decoded;
}
