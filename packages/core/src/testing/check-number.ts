import { readNumber } from "../parse/node-readers.ts";
import type { YamlNode } from "../parse/yaml-node.ts";
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
