import { limits } from "../limits.ts";

/** A range of versions as npm writes it: all bounds of one of its lists must hold. */
export type VersionRange = readonly (readonly Bound[])[];

type Bound = { readonly sign: "<" | "<=" | ">" | ">="; readonly version: Version };
type Version = { readonly numbers: readonly number[]; readonly preview: readonly string[] };

/**
 * Reads `1.2`, `^1.2.3`, `~1.2`, `1.x`, `>=1 <3`, `>=1,<3`, `1.0 - 2.0` and `^1 || ^3`; undefined for anything else. It must begin with a
 * number or a comparison: in `pdf@x` and `pdf@latest` these words are packages.
 */
export function readVersionRange(text: string): VersionRange | undefined {
  if (text.length > limits.versionRange || !/^[\^~<>=]{0,2}\s*v?\d/.test(text.trim())) return undefined;
  const lists = text.split("||").map(readBounds);
  return lists.every((list) => list !== undefined) ? lists : undefined;
}

/** Whether a version is in a range. As in npm, a pre-release is only if a bound names one with the same numbers. */
export function fitsVersion(text: string, range: VersionRange): boolean {
  const version = readVersion(text);
  if (version === undefined) return false;
  const isNamed = ({ version: { numbers, preview } }: Bound): boolean =>
    preview.length > 0 && numbers.join() === version.numbers.join();
  return range.some(
    (bounds) =>
      bounds.every((bound) => holds(version, bound)) &&
      (version.preview.length === 0 || bounds.some(isNamed)),
  );
}

function holds(version: Version, { sign, version: bound }: Bound): boolean {
  const order = compareVersions(version, bound);
  if (order === 0) return sign.endsWith("=");
  return sign.startsWith("<") === order < 0;
}

const versionText =
  /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

/** Skills often state two numbers only: `1.0` is `1.0.0`. */
function readVersion(text: string): Version | undefined {
  if (text.length > limits.versionRange) return undefined;
  const [, major, minor = "0", patch = "0", preview] = versionText.exec(text.trim()) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [major, minor, patch].map(Number), preview: preview?.split(".") ?? [] };
}

function readBounds(text: string): readonly Bound[] | undefined {
  const plain = text.replaceAll(",", " ").trim();
  const [low, dash, high, ...more] = plain.split(/\s+/);
  const isSpan = dash === "-" && high !== undefined && more.length === 0;
  const parts = isSpan ? [`>=${low}`, `<=${high}`] : plain.replace(/([\^~<>=])\s+/g, "$1").split(/\s+/);
  const bounds = parts.map(readPart);
  return bounds.every((one) => one !== undefined) ? bounds.flat() : undefined;
}

function readPart(text: string): readonly Bound[] | undefined {
  const [, sign = "", written = ""] = /^(\^|~|[<>]=?|={0,2})(.+)$/.exec(text) ?? [];
  const cut = written.replace(/(?:\.[xX*]){1,2}$/, "");
  const version = readVersion(cut);
  if (version === undefined) return undefined;
  const [numbersText = ""] = cut.split(/[-+]/, 1);
  const stated = numbersText.split(".").length;
  const isPartial = stated < 3;
  // `1.x-beta` and `1.2.3.x` mean nothing.
  if (isPartial ? /[-+]/.test(cut) : cut !== written) return undefined;
  const { numbers } = version;
  const from: Bound = { sign: ">=", version };
  const end: Bound = { sign: "<", version: increase(numbers, stated - 1) };
  if (sign === "^") {
    const first = numbers.slice(0, stated - 1).findIndex((number) => number > 0);
    return [from, { sign: "<", version: increase(numbers, first === -1 ? stated - 1 : first) }];
  }
  if (sign === "~") return [from, { sign: "<", version: increase(numbers, Math.min(stated, 2) - 1) }];
  if (sign === ">=") return [from];
  if (!isPartial)
    return sign === "<" || sign === "<=" || sign === ">"
      ? [{ sign, version }]
      : [from, { sign: "<=", version }];
  if (sign === "<") return [{ sign, version: { numbers, preview: ["0"] } }];
  if (sign === ">") return [{ sign: ">=", version: { ...end.version, preview: [] } }];
  return sign === "<=" ? [end] : [from, end];
}

/** The version before all others with one number increased, even before its pre-releases. */
function increase(numbers: readonly number[], at: number): Version {
  const next = numbers.map((number, index) => (index <= at ? number + Number(index === at) : 0));
  return { numbers: next, preview: ["0"] };
}

function compareVersions(a: Version, b: Version): number {
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.preview.length === 0 || b.preview.length === 0) return b.preview.length - a.preview.length;
  for (let index = 0; index < Math.max(a.preview.length, b.preview.length); index++) {
    const difference = compareWords(a.preview[index], b.preview[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Fewer words come first, numbers before other words. */
function compareWords(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return Number(a > b) - Number(a < b);
}
