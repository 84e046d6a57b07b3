import type { YamlNode } from "@skillwright/core/parse";
import { readNumber } from "@skillwright/core/parse";
import type { Complaint } from "./complaints.ts";

/** Reports a number that is out of range. Values of another type are reported by the shape check. */
export function checkNumber(
  node: YamlNode | undefined,
  place: string,
  { holds, expected }: { readonly holds: (value: number) => boolean; readonly expected: string },
): readonly Complaint[] {
  const value = readNumber(node);
  if (!node || value === undefined || holds(value)) return [];
  return [{ span: node.span, message: `${place}: expected ${expected}, found ${value}.` }];
}

export function checkVersion(node: YamlNode | undefined): readonly Complaint[] {
  return checkNumber(node, "version", {
    holds: (version) => version === 1,
    expected: "1, the only version",
  });
}

export function checkTimeout(node: YamlNode | undefined, most: number): readonly Complaint[] {
  return checkNumber(node, "timeout", {
    holds: (seconds) => seconds > 0 && seconds <= most,
    expected: `seconds, more than 0 and at most ${most}`,
  });
}
