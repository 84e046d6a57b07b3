import { delimiter } from "node:path";
import { createUnconfinedSandbox, openSandbox, type Sandbox } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import type { ExecOptions } from "./exec-options.ts";

/** The sandbox that was asked for; there is no way from one that cannot be had to none. */
export async function openExecSandbox({ sandbox }: Pick<ExecOptions, "sandbox">, io: Io): Promise<Sandbox> {
  if (sandbox !== "none") {
    const { platform, home, programs } = io.place;
    return openSandbox({ platform, home, path: programs.join(delimiter), backend: sandbox });
  }
  await io.err("note: without a sandbox, the script can read, change and send whatever you can.\n");
  return createUnconfinedSandbox();
}
