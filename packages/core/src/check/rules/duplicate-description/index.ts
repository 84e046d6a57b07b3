import { limits } from "../../../limits.ts";
import { findValue } from "../../../parse/yaml-node.ts";
import { type Check, defineRule, type Rule } from "../../rule.ts";
import {
  areToldApart,
  bandKeys,
  createSignatureList,
  type Signature,
  signatureOf,
  similarity,
} from "./signature.ts";

const messages = {
  same: "Same description as {other}, so an agent cannot tell which skill to use; say what makes this one different, or remove one of them.",
  near: "Nearly the same description as {other}, so an agent can hardly tell which skill to use; say what makes this one different.",
} as const;

export const rule: Rule = defineRule({
  id: "duplicate-description",
  category: "quality",
  severity: "warning",
  summary: "No two skills in a collection have the same description.",
  messages,
  checkAll: createCheck,
});

/** Above this share of common phrases, descriptions differ in a word or two. */
const nearness = 0.8;

function createCheck(): Check<typeof messages> {
  const files: string[] = [];
  const signatures = createSignatureList();
  // Each band keeps only the first skill seen, so that cost stays linear.
  const byBand = new Map<number, number>();
  return ({ parsed, file }, { report }) => {
    const { description = "", name = "" } = parsed.manifest;
    const signature = signatureOf(description, name);
    const span = findValue(parsed.frontmatter, "description")?.span;
    if (!signature || !span) return;
    const isRoom = files.length < limits.comparedDescriptions;
    const candidates: number[] = [];
    for (const key of bandKeys(signature)) {
      const earlier = byBand.get(key);
      if (earlier === undefined && isRoom) byBand.set(key, files.length);
      else if (earlier !== undefined && !candidates.includes(earlier)) candidates.push(earlier);
    }
    const same = candidates.find((earlier) => similarity(signature, signatures.at(earlier)) === 1);
    const alike = same ?? candidates.find((earlier) => isAlike(signature, signatures.at(earlier)));
    const other = files[alike ?? -1];
    if (other !== undefined) report({ message: same === undefined ? "near" : "same", args: { other }, span });
    if (!isRoom) return;
    files.push(file);
    signatures.push(signature);
  };
}

function isAlike(a: Signature, b: Signature): boolean {
  return similarity(a, b) >= nearness && !areToldApart(a, b);
}
