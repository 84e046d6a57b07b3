import type { PrincipalNames } from "@skillwright/core/registry";

type Known = { readonly names?: PrincipalNames | undefined; readonly me?: string | undefined };

/** Who did something: `You`, what they are called, or the start of their id. */
export function principalName(id: string, { names = {}, me }: Known): string {
  if (id === me) return "You";
  const name = Object.hasOwn(names, id) ? names[id] : undefined;
  return name ?? id.replace(/^(?:person|token):/, "").slice(0, 24);
}
