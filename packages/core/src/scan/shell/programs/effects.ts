import type { Effect } from "../shell.ts";
import { builtins } from "./builtins.ts";
import { cloudPrograms } from "./cloud-programs.ts";
import { filePrograms } from "./file-programs.ts";
import { findEvaluator } from "./interpreters.ts";
import { machinePrograms } from "./machine-programs.ts";
import { networkPrograms } from "./network-programs.ts";
import { textPrograms } from "./text-programs.ts";
import { windowsPrograms } from "./windows-programs.ts";

const effects: ReadonlyMap<string, Effect> = new Map([
  ...textPrograms,
  ...filePrograms,
  ...networkPrograms,
  ...cloudPrograms,
  ...machinePrograms,
  ...builtins,
  ...windowsPrograms,
]);

/** What a program does beyond being started; undefined for those that are not known here. */
export function findEffect(program: string): Effect | undefined {
  return effects.get(program) ?? findEvaluator(program);
}
