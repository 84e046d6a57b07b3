import type { SolverOptions } from "@skillwright/packaging";
import { type Invocation, UsageError } from "../../command.ts";

/** Which of the versions that fit are taken, by --minimal and --latest. */
export function preferenceOf(invocation: Invocation): SolverOptions["prefer"] {
  const given = (["minimal", "latest", "frozen"] as const).filter((name) => invocation.flag(name));
  if (given.length > 1)
    throw new UsageError(`${given.map((name) => `--${name}`).join(" and ")} cannot be combined.`);
  return given.find((name) => name !== "frozen");
}
