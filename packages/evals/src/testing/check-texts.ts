import type { YamlNode } from "@skillwright/core/parse";
import { readText } from "@skillwright/core/parse";
import type { Complaint } from "./complaints.ts";
import type { TextFault } from "./text-faults.ts";

/** Reports a faulty text. Values of another type are reported by the shape check. */
export function checkText(node: YamlNode | undefined, place: string, fault: TextFault): readonly Complaint[] {
  const text = readText(node);
  const why = text === undefined ? undefined : fault(text);
  return node === undefined || why === undefined ? [] : [{ span: node.span, message: `${place}: ${why}.` }];
}

/** Reports faulty texts in a list, and a list that is too long. */
export function checkTexts(
  node: YamlNode | undefined,
  place: string,
  { most, fault }: { readonly most: number; readonly fault: TextFault },
): readonly Complaint[] {
  if (node?.kind !== "list") return [];
  const { items, span } = node;
  if (items.length > most)
    return [{ span, message: `${place}: expected at most ${most} entries, found ${items.length}.` }];
  return items.flatMap((item, index) => checkText(item, `${place}[${index}]`, fault));
}
