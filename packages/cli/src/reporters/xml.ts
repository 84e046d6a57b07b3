import { printable } from "@skillwright/core/text";

/** Attributes of an element, each with a blank before it. */
export function xmlAttributes(values: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(values).map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`);
  return pairs.join("");
}

/** A bare line break in an attribute would be read back as a blank. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll("\n", "&#10;");
}

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML cannot hold control characters at all, not even escaped; they are shown as code points instead. */
export function escapeXml(text: string): string {
  const lines = text.split("\n").map(printable);
  return lines.join("\n").replace(/[&<>"\ufffe\uffff]/g, (character) => named[character] ?? "\ufffd");
}
