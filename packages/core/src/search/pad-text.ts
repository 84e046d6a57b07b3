/** Padding around a text; not part of any word or mark. */
const margin = "\0";
export const textStart: number = margin.length;

/** Folds a text and pads it, so that the tokenizer can look back and ahead without bounds checks. */
export function padText(text: string): string {
  return `${margin}${foldText(text)}${margin}`;
}

export function textEnd(padded: string): number {
  return padded.length - margin.length;
}

const foreignLetters = /[\u00aa-\u1fff\u2c00-\ud7ff\uf900-\uffef]/;

/** Removes accents and full-width forms, so that `ubersicht` finds `Übersicht` and `pdf` finds `ＰＤＦ`. */
function foldText(text: string): string {
  if (!foreignLetters.test(text)) return text;
  const bare = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  // Recomposed, because NFKD also decomposes Hangul and kana.
  return bare.normalize("NFC").replaceAll("ß", "ss");
}
