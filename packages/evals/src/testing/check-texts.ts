import type { YamlNode } from "@skillwright/core/parse";
import { readText } from "@skillwright/core/parse";
import type { Complaint } from "./complaints.ts";
import type { TextFault } from "./text-faults.ts";

/** What speaks against one text. A value that is no text is for its shape to complain about. */
export function checkText(node: YamlNode | undefined, place: string, fault: TextFault): readonly Complaint[] {
  const text = readText(node);
  const why = text === undefined ? undefined : fault(text);
  return node === undefined || why === undefined ? [] : [{ span: node.span, message: `${place}: ${why}.` }];
}

/** What speaks against the texts of a list, and against their number. */
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
