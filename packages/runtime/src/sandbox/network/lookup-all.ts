import { lookup } from "node:dns/promises";
import type { Lookup } from "./judge-target.ts";

/** Resolves names with the system's resolver. */
export const lookupAll: Lookup = async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
};
