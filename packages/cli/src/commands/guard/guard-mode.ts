import type { Policy } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";

/** What skills' lists mean here: they restrict, or only what they would exclude is recorded. */
export type GuardMode = "restrict" | "advisory";

export function readMode(invocation: Invocation): GuardMode | undefined {
  const word = invocation.option("mode");
  if (word === undefined || word === "restrict" || word === "advisory") return word;
  throw new UsageError(`--mode must be restrict or advisory; found '${printable(word)}'.`);
}

/** The mode of an installed hook counts more than the user's policy, and less than the organization's. */
export function withMode(policies: readonly Policy[], mode: GuardMode | undefined): readonly Policy[] {
  if (mode === undefined) return policies;
  const isUsers = ({ layer }: Policy): boolean => layer?.kind === "user";
  return [...policies.filter((one) => !isUsers(one)), { mode }, ...policies.filter(isUsers)];
}
