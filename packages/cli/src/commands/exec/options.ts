import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { compact, printable } from "@skillwright/core/text";
import type { ScriptGrants } from "@skillwright/runtime";
import { toolsLimits } from "@skillwright/runtime";
import { type Flags, type Invocation, UsageError } from "../../command.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import { readSeconds } from "../../input/read-numbers.ts";
import type { Io } from "../../io.ts";
import {
  accessFlags,
  readNetworkAccess,
  readSandboxChoice,
  type SandboxChoice,
} from "../../session/program-access.ts";

/** How to run a script, from the flags. */
export type ExecOptions = {
  readonly json: boolean;
  /** Print what would run, and run nothing. */
  readonly plan: boolean;
  /** Approve without asking. */
  readonly yes: boolean;
  readonly sandbox: SandboxChoice;
  readonly grants: ScriptGrants & { readonly timeoutMs: number };
  /** Absolute folder for the script's output. */
  readonly output?: string;
};

export const execFlags: Flags = {
  plan: { type: "boolean", help: "Print what would run and what it could access; run nothing." },
  json: { type: "boolean", help: "Machine-readable output." },
  output: {
    type: "string",
    value: "DIR",
    help: "Output folder ($SKILL_OUTPUT_DIR); default: a new folder.",
  },
  read: { type: "string", value: "PATH", help: "Also let it read this file or folder; repeatable." },
  write: { type: "string", value: "DIR", help: "Let it write to this folder; repeatable." },
  ...accessFlags,
  timeout: {
    type: "string",
    value: "SECONDS",
    help: `Time limit (default ${toolsLimits.longestCommandMs / 1000}).`,
  },
  memory: { type: "string", value: "SIZE", help: "Memory limit, such as 512M (default 2G)." },
  yes: { type: "boolean", short: "y", help: "Approve without asking where a policy says ask." },
};

export async function readExecOptions(invocation: Invocation, io: Io): Promise<ExecOptions> {
  const fs = createNodeFileSystem();
  const places = (flag: string): readonly string[] =>
    invocation.options(flag).map((word) => readPlace(word, { flag, fs, io }));
  const output = invocation.option("output");
  if (output === "") throw new UsageError("--output requires a folder.");
  const memoryBytes = readMemory(invocation.option("memory"));
  return {
    json: invocation.flag("json"),
    plan: invocation.flag("plan"),
    yes: invocation.flag("yes"),
    sandbox: readSandboxChoice(invocation),
    grants: {
      readable: places("read"),
      writable: places("write"),
      network: await readNetworkAccess(invocation),
      timeoutMs: readSeconds("timeout", invocation) ?? toolsLimits.longestCommandMs,
      ...compact({ resources: memoryBytes === undefined ? undefined : { memoryBytes } }),
    },
    ...compact({ output: output === undefined ? undefined : absolutePath(output, io.cwd, io.place.home) }),
  };
}

type PlaceFlag = { readonly flag: string; readonly fs: FileSystem; readonly io: Io };

function readPlace(word: string, { flag, fs, io }: PlaceFlag): string {
  if (word === "")
    throw new UsageError(`--${flag} requires a ${flag === "read" ? "file or folder" : "folder"}.`);
  const real = fs.realPath(absolutePath(word, io.cwd, io.place.home));
  if (real === undefined) throw new SkillError("file-missing", { path: word });
  if (flag !== "read" && fs.stat(real)?.kind !== "directory")
    throw new UsageError(`--${flag} requires a folder; ${printable(word)} is not one.`);
  return real;
}

const units: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

function readMemory(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)([kmg])(?:i?b)?$/i.exec(text) ?? [];
  const bytes = Math.round(Number(number) * (units[unit.toLowerCase()] ?? 0));
  if (bytes >= (units.m ?? 0)) return bytes;
  throw new UsageError(
    `--memory must be a size of at least 1M, such as 512M or 2G; found '${printable(text)}'.`,
  );
}
