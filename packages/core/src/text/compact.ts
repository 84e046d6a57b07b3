/**
 * The object without its undefined members, as `exactOptionalPropertyTypes` requires.
 *
 * @example
 * return { name, ...compact({ reason, retryAfterSeconds }) };
 */
export function compact<T extends object>(object: { [K in keyof T]: T[K] | undefined }): T {
  // A plain loop: this runs several times per skill, and `Object.entries` would allocate for every member.
  const result: Partial<T> = {};
  for (const key in object) if (object[key] !== undefined) result[key] = object[key];
  return result as T;
}
