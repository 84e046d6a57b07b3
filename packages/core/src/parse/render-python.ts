import type { YamlNode } from "./yaml-node.ts";

/** A nested metadata value as the reference tool prints it: Python's `str` of a dict or list. */
export function renderPython(node: YamlNode): string {
  if (node.kind === "scalar") return quote(node.text);
  if (node.kind === "list") return `[${node.items.map(renderPython).join(", ")}]`;
  return `{${node.entries.map(({ key, value }) => `${quote(key.text)}: ${renderPython(value)}`).join(", ")}}`;
}

function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`);
  return mark + escaped.replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll("\r", "\\r") + mark;
}
