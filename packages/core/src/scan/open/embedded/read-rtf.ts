import type { EmbeddedText } from "./embedded-text.ts";

export function isRtf(text: string): boolean {
  return /^\ufeff?\s{0,100}\{\\rtf/.test(text.slice(0, 120));
}

/** The words of a Rich Text file; their place is the file as a whole. */
export function readRtf(text: string): EmbeddedText {
  const words = text.replaceAll(
    /\\'([0-9a-f]{2})|\\(?:par|line|row|cell|tab)\b ?|\\([\\{}])|\\[a-z]{1,32}-?\d{0,10} ?|\\\W|[{}]/gi,
    (mark: string, code?: string, escaped?: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return escaped ?? (/^\\(?:par|line|row|cell)/.test(mark) ? "\n" : "");
    },
  );
  const originOf = (): { start: number; end: number } => ({ start: 0, end: text.length });
  return { text: words, originOf, name: "text", language: "text" };
}
