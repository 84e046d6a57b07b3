/** Why a text is not YAML that strictyaml reads; the offset counts in the text that was given. */
export type YamlProblem = { readonly problem: string; readonly offset: number };
