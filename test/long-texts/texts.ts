/** How long texts are, and which pairs of characters they repeat. */
export type TextPlan = { readonly size: number; readonly pairs: "all" | "some" | "none" };

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const telling = [..." \t\n\r\0", ...punctuation, "a", "Z", "0", "é", "\u0085", "\u200d"];
const pairs = telling.flatMap((first) =>
  telling.filter((second) => second !== first).map((second) => first + second),
);

/** Pairs that once took quadratic time in some reader. */
const once = [':"', "':"];

/** The units that a reader's texts repeat; `turn` chooses other pairs for each reader where only some are tried. */
export function unitsFor({ pairs: wanted }: TextPlan, turn: number): readonly string[] {
  if (wanted === "all") return [...ascii, ...telling, ...pairs];
  if (wanted === "none") return telling;
  return [...telling, ...once, ...pairs.filter((_, index) => index % everyNth === turn % everyNth)];
}

/** Prime, so that readers get different pairs. */
const everyNth = 401;

export function repeat(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length));
}
