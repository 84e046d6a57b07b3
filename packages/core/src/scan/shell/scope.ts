import type { Function as ShellFunction } from "unbash";
import type { Value } from "./value.ts";

export type Body = ShellFunction["body"];

type Named = {
  readonly variables: Value;
  readonly arrays: readonly Value[];
  readonly functions: Body;
  readonly aliases: string;
};

/** Variables, functions and arguments; an inner scope, such as a subshell's, reads those of the outer one. */
export type Scope = { readonly [Table in keyof Named]: Map<string, Named[Table]> } & {
  readonly outer: Scope | undefined;
  /** `$1`, `$2`, …; undefined where the caller's are not known. */
  positional: readonly Value[] | undefined;
};

export function createScope(outer?: Scope, positional?: readonly Value[]): Scope {
  return {
    outer,
    variables: new Map(),
    arrays: new Map(),
    functions: new Map(),
    aliases: new Map(),
    positional: positional ?? outer?.positional,
  };
}

/** Looks a name up in a scope and those around it. */
export function lookUp<Table extends keyof Named>(
  scope: Scope,
  table: Table,
  name: string,
): Named[Table] | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const entries: { readonly [Key in Table]: ReadonlyMap<string, Named[Key]> } = at;
    const found = entries[table].get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}
