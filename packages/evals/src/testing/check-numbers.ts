import type { YamlNode } from "@skillwright/core/parse";
import { readNumber } from "@skillwright/core/parse";
import type { Complaint } from "./complaints.ts";

/** What speaks against a number. A value that is no number is for its shape to complain about. */
export function checkNumber(
  node: YamlNode | undefined,
  place: string,
  { holds, expected }: { readonly holds: (value: number) => boolean; readonly expected: string },
): readonly Complaint[] {
  const value = readNumber(node);
  if (!node || value === undefined || holds(value)) return [];
  return [{ span: node.span, message: `${place}: expected ${expected}, found ${value}.` }];
}

/** The version that every file of tests and evals begins with. */
export function checkVersion(node: YamlNode | undefined): readonly Complaint[] {
  return checkNumber(node, "version", {
    holds: (version) => version === 1,
    expected: "1, the only version that there is",
  });
}

export function checkTimeout(node: YamlNode | undefined, most: number): readonly Complaint[] {
  return checkNumber(node, "timeout", {
    holds: (seconds) => seconds > 0 && seconds <= most,
    expected: `seconds, more than 0 and at most ${most}`,
  });
}
