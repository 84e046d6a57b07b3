/** Environment variables that configure a proxy. */
export const proxyVariables: readonly string[] = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/** Programs disagree about upper and lower case. */
export function bothSpellings(name: string): readonly string[] {
  return [name, name.toLowerCase()];
}
