/** A version bound, such as `>=3.10`. */
export type VersionBound = {
  readonly sign: ">=" | "<=" | ">" | "<" | "==";
  readonly version: string;
};

/** Reads `>=3.10,<4` or `3.10+`; empty if any part is something else, such as `^3` or a bare number. */
export function readBounds(text: string): readonly VersionBound[] {
  const atLeast = /^\s*v?(\d+(?:\.\d+)*)\+\s*$/.exec(text)?.[1];
  if (atLeast !== undefined) return [{ sign: ">=", version: atLeast }];
  const bounds = text.split(",").map(readBound);
  return bounds.every((bound) => bound !== undefined) ? bounds : [];
}

function readBound(text: string): VersionBound | undefined {
  const [, sign = "", version = ""] = /^\s*(>=|<=|==?|>|<)\s*v?(\d+(?:\.\d+)*)\s*$/.exec(text) ?? [];
  switch (sign) {
    case ">=":
    case "<=":
    case ">":
    case "<":
      return { sign, version };
    case "=":
    case "==":
      return { sign: "==", version };
    default:
      return undefined;
  }
}

/** The version in a program's output. */
export function findVersion(output: string): string | undefined {
  return (/(?<!\d)\d+(?:\.\d+)+/.exec(output) ?? /\d+/.exec(output))?.[0];
}

/** Whether a version satisfies a bound; `==3.10` matches every 3.10. */
export function isWithin(version: string, { sign, version: bound }: VersionBound): boolean {
  const order = compare(toNumbers(version), toNumbers(bound));
  switch (sign) {
    case ">=":
      return order >= 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case "<":
      return order < 0;
    case "==":
      return `${version}.`.startsWith(`${bound}.`);
  }
}

function toNumbers(version: string): readonly number[] {
  return version.split(".").map(Number);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).find(
    (index) => (one[index] ?? 0) !== (other[index] ?? 0),
  );
  return at === undefined ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
