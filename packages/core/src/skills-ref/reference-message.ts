import type { Span } from "../text/span.ts";

/** One line of the reference's output; the span is in the original text. */
export type ReferenceMessage = { readonly rule: string; readonly message: string; readonly span?: Span };
