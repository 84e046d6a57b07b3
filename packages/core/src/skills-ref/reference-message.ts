import type { Span } from "../text/span.ts";

/** One line of the reference's answer; the span counts in the text as it was given. */
export type ReferenceMessage = { readonly rule: string; readonly message: string; readonly span?: Span };
