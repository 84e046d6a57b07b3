import { findValue, readMap, readText, type YamlList } from "@skillwright/core/parse";
import type { Complaint } from "../testing/complaints.ts";

/** Reports duplicate names: results and recordings are found by name. */
export function findDoubles({ items }: YamlList, place: string): readonly Complaint[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const node = findValue(readMap(item), "name");
    const name = readText(node);
    if (!node || name === undefined) return [];
    if (seen.has(name))
      return [
        {
          span: node.span,
          message: `${place}[${index}].name: there is already a case or scenario named ${name}.`,
        },
      ];
    seen.add(name);
    return [];
  });
}
