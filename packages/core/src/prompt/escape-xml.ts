const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text for element content and attributes. */
export function escapeXml(text: string): string {
  return replaceControls(text).replace(/[&<>"']/g, (character) => named[character] ?? character);
}

const controls =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/**
 * Replaces with U+FFFD the control characters and lone surrogates that XML does not allow and terminals obey, and the
 * bidi and tag characters that a model reads but a person does not see.
 */
export function replaceControls(text: string): string {
  return text.replace(controls, "\ufffd");
}
