const foreignLetters = /[\u00aa-\u1fff\u2c00-\ud7ff\uf900-\uffef]/;

/** Removes accents and full-width forms, so that `ubersicht` finds `Übersicht` and `pdf` finds `ＰＤＦ`. */
export function foldText(text: string): string {
  if (!foreignLetters.test(text)) return text;
  const bare = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  // Recomposed, because NFKD also decomposes Hangul and kana.
  return bare.normalize("NFC").replaceAll("ß", "ss");
}
