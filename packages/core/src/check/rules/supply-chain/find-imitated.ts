import { editDistance } from "../../../text/suggest.ts";
import { type Ecosystem, honestNeighbors, wellKnownPackages } from "./well-known-packages.ts";

/** Shorter names are one letter away from many others. */
const shortest = 5;

/** The well-known package whose name this one imitates. */
export function findImitated(ecosystem: Ecosystem, name: string): string | undefined {
  if (
    ecosystem === "other" ||
    name.length < shortest ||
    name.length > 40 ||
    name.startsWith("@") ||
    name.includes("/")
  )
    return undefined;
  const known = wellKnownPackages[ecosystem];
  const plain = plainOf(name);
  // A capital I looks like an l; registries have no capitals.
  const shown = plainOf(name.replaceAll("I", "l").replaceAll("0", "o").replaceAll("1", "l"));
  if (shown !== plain) {
    const imitated = known.find((one) => plainOf(one) === shown);
    if (imitated !== undefined) return imitated;
  }
  if (known.some((one) => plainOf(one) === plain) || honestNeighbors.has(name.toLowerCase()))
    return undefined;
  return known.find((one) => one.length >= shortest && editDistance(plain, plainOf(one), 2) === 1);
}

/** Registries treat separators alike, and people forget them. */
function plainOf(name: string): string {
  return name.replaceAll(/[-_.]/g, "").toLowerCase();
}
