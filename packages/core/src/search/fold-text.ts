const foreignLetters = /[\u00aa-\u1fff\u2c00-\ud7ff\uf900-\uffef]/;

/** The text without accents and full-width forms: `Übersicht` is found by `ubersicht`, `ＰＤＦ` by `pdf`. */
export function foldText(text: string): string {
  if (!foreignLetters.test(text)) return text;
  const bare = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  // Composed again, because NFKD takes Hangul and kana apart too.
  return bare.normalize("NFC").replaceAll("ß", "ss");
}
