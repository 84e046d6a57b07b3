/** The values of variables that are called like secrets. A hook has its agent's environment, keys of many kinds among it. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) ? [value.trim()] : [],
  );
  return [...new Set(values)].filter(({ length }) => length >= shortestSecret);
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** To blot out every `x` in a log would protect nothing. */
const shortestSecret = 8;
