import { lookup } from "node:dns/promises";
import type { Lookup } from "./judge-target.ts";

/** As the system looks names up. */
export const lookupAll: Lookup = async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
};
