import { limits } from "../../../limits.ts";
import { findValue } from "../../../parse/yaml-node.ts";
import { type Check, defineRule, type Rule } from "../../rule.ts";
import { areToldApart, bandKeys, type Signature, signatureOf, similarity } from "./signature.ts";

export const rule: Rule = defineRule({
  id: "duplicate-description",
  category: "quality",
  severity: "warning",
  summary: "No two skills of a collection have the same description.",
  messages: {
    same: "This is the same description as in {other}, so an agent cannot tell which of the two to use; say what sets this skill apart, or remove one of them.",
    near: "This is nearly the same description as in {other}, so an agent can hardly tell which of the two to use; say what sets this skill apart.",
  },
  checkAll: createCheck,
});

type Remembered = { readonly file: string; readonly signature: Signature };

/** Descriptions that share so many of their phrases differ in a word or two. */
const nearness = 0.8;

function createCheck(): Check {
  // One entry per description and band holds the first skill seen, so that cost stays linear.
  const byBand = new Map<number, Remembered>();
  let count = 0;
  return ({ parsed, file }, { report }) => {
    const { description = "", name = "" } = parsed.manifest;
    const signature = signatureOf(description, name);
    const span = findValue(parsed.frontmatter, "description")?.span;
    if (!signature || !span) return;
    const remembered = { file, signature };
    const isRoom = count++ < limits.comparedDescriptions;
    const candidates = new Set<Remembered>();
    for (const key of bandKeys(signature)) {
      const earlier = byBand.get(key);
      if (earlier) candidates.add(earlier);
      else if (isRoom) byBand.set(key, remembered);
    }
    const same = candidates.values().find((earlier) => similarity(signature, earlier.signature) === 1);
    const alike = same ?? candidates.values().find((earlier) => isAlike(signature, earlier.signature));
    if (alike) report({ message: same ? "same" : "near", args: { other: alike.file }, span });
  };
}

function isAlike(a: Signature, b: Signature): boolean {
  return similarity(a, b) >= nearness && !areToldApart(a, b);
}
