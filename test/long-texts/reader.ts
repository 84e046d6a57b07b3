/** A place where text of others enters the product. */
export type Reader = { readonly name: string; readonly read: (text: string) => unknown };
