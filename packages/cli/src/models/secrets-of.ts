import { providers } from "./providers.ts";

/** The keys among the process's variables, which must appear in no log and no error. */
export function secretsOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const variables = Object.values(providers).flatMap(({ keys, url }) => [...keys, url.key ?? ""]);
  const values = variables.flatMap((variable) => environment[variable] ?? []);
  return [...new Set(values.map((value) => value.trim()))].filter(({ length }) => length >= shortestKey);
}

/** Local servers take any word for a key. To blot out every `x` in a log would protect nothing. */
const shortestKey = 8;
