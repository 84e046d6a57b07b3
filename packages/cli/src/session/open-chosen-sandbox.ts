import { delimiter } from "node:path";
import type { Sandbox } from "@skillwright/runtime/sandbox";
import type { Io } from "../io.ts";
import type { SandboxChoice } from "./program-access.ts";

/** Opens the chosen sandbox; never falls back to running without one. */
export async function openChosenSandbox(choice: SandboxChoice, io: Io): Promise<Sandbox> {
  const { createUnconfinedSandbox, openSandbox } = await import("@skillwright/runtime");
  if (choice !== "none") {
    const { platform, home, programs } = io.place;
    return openSandbox({ platform, home, path: programs.join(delimiter), backend: choice });
  }
  // Printed even with --quiet: readers of the output must know.
  await io.err("note: without a sandbox, programs can read, change and send anything you can.\n");
  return createUnconfinedSandbox();
}
