/** One question for a model that judges or writes. */
export type ModelQuestion = { readonly system: string; readonly prompt: string };

/** A word that the authors of the quoted texts cannot know; a new one for each question. */
export type BoundaryOptions = { readonly boundary: string };
