/** A value as the text of a JSON file; members that are undefined are left out. */
export function toJsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
