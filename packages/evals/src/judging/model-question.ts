/** What a model is asked in one go: a judge, or one that writes a description. */
export type ModelQuestion = { readonly system: string; readonly prompt: string };

/** A word that nobody who wrote the quoted texts can know; a new one for each question. */
export type BoundaryOptions = { readonly boundary: string };
