import { printable } from "@skillwright/core/text";

/** Attributes of an element, each preceded by a space. */
export function xmlAttributes(values: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(values).map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`);
  return pairs.join("");
}

/** XML parsers turn an unescaped line break in an attribute into a space. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll("\n", "&#10;");
}

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML cannot contain control characters, not even escaped; they are shown as code points instead. */
export function escapeXml(text: string): string {
  const lines = text.split("\n").map(printable);
  return lines.join("\n").replace(/[&<>"\ufffe\uffff]/g, (character) => named[character] ?? "\ufffd");
}
