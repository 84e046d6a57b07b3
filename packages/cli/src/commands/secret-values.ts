/** The values of variables that are called like secrets, keys of many kinds among them; they must appear in no log. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) ? [value.trim()] : [],
  );
  return [...new Set(values)].filter(({ length }) => length >= shortestSecret);
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** To blot out every `x` in a log would protect nothing. */
const shortestSecret = 8;
