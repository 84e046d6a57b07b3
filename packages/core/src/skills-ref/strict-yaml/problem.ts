/** Why strictyaml does not accept a text; the offset is in the given text. */
export type YamlProblem = { readonly problem: string; readonly offset: number };
