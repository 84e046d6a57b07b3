/** By which programs are told of a proxy. */
export const proxyVariables: readonly string[] = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/** Programs disagree on upper and lower case. */
export function bothSpellings(name: string): readonly string[] {
  return [name, name.toLowerCase()];
}
