/** How long texts are, and which characters and pairs of characters they repeat. */
export type TextPlan = {
  readonly size: number;
  readonly units: "all pairs" | "characters" | "some pairs" | "telling" | "brackets";
};

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const telling = [..." \t\n\r\0", ...punctuation, "a", "Z", "0", "é", "\u0085", "\u200d"];
const characters = [...new Set([...ascii, ...telling])];
// Repeated, `ab` and `ba` are the same text but for its ends.
const pairs = telling.flatMap((first, index) => telling.slice(index + 1).map((second) => first + second));

/** Pairs that once took quadratic time in some reader. */
const once = [':"', "':", "\r)"];

/** The units that a reader's texts repeat; `turn` chooses other pairs for each reader where only some are tried. */
export function unitsFor({ units }: TextPlan, turn: number): readonly string[] {
  if (units === "all pairs") return [...characters, ...pairs];
  if (units === "characters") return characters;
  if (units === "brackets") return [..."\"'`()[]{}<>"];
  if (units === "telling") return telling;
  return [...telling, ...once, ...pairs.filter((_, index) => index % everyNth === turn % everyNth)];
}

/** Prime, so that readers get different pairs. */
const everyNth = 401;

export function repeat(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length));
}
