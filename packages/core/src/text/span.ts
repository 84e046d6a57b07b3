/** Half-open offsets into a text, in UTF-16 code units. */
export type Span = { readonly start: number; readonly end: number };
