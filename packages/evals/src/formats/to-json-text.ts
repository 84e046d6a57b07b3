/** Formats a value as a JSON file; undefined members are omitted. */
export function toJsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
