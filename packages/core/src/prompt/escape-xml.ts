const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text safe between tags and in attributes. */
export function escapeXml(text: string): string {
  return replaceControls(text).replace(/[&<>"']/g, (character) => named[character] ?? character);
}

const controls =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/**
 * Control characters and half characters, which XML cannot hold and terminals obey, and marks that reorder or hide
 * text, which a model reads and a person does not see, become U+FFFD.
 */
export function replaceControls(text: string): string {
  return text.replace(controls, "\ufffd");
}
