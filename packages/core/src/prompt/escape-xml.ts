const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Text safe between tags and in attributes. Control characters, which XML cannot hold, become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => named[character] ?? character)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}
