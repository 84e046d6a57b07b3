import { delimiter } from "node:path";
import type { Sandbox } from "@skillwright/runtime/sandbox";
import type { Io } from "../io.ts";
import type { SandboxChoice } from "./program-access.ts";

/** The sandbox that was asked for; there is no way from one that cannot be had to none. */
export async function openChosenSandbox(choice: SandboxChoice, io: Io): Promise<Sandbox> {
  const { createUnconfinedSandbox, openSandbox } = await import("@skillwright/runtime");
  if (choice !== "none") {
    const { platform, home, programs } = io.place;
    return openSandbox({ platform, home, path: programs.join(delimiter), backend: choice });
  }
  // Said whatever else is to be kept quiet: whoever reads the output later must know.
  await io.err("note: without a sandbox, programs can read, change and send whatever you can.\n");
  return createUnconfinedSandbox();
}
