/** Values of variables with secret-like names, which must not appear in any log. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) ? [value.trim()] : [],
  );
  return [...new Set(values)].filter(({ length }) => length >= shortestSecret);
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Redacting shorter values would only garble the log. */
const shortestSecret = 8;
