import type { PrincipalNames } from "@skillwright/core/registry";

type Known = { readonly names?: PrincipalNames | undefined; readonly me?: string | undefined };

/** Who did something: `You`, what they are called, or the start of their id. */
export function principalName(id: string, { names = {}, me }: Known): string {
  if (id === me) return "You";
  return nameIn(names, id) ?? id.replace(/^(?:person|token):/, "").slice(0, 24);
}

/** What an agent is called, or its id. */
export function agentName(id: string, names: PrincipalNames | undefined): string {
  return nameIn(names, `agent:${id}`) || id;
}

function nameIn(names: PrincipalNames = {}, key: string): string | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined;
}
