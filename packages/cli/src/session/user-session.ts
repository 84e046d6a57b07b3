import { nodeVerify } from "@skillwright/core/node";
import type { Policy } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import type { SessionOptions } from "@skillwright/runtime";
import type { OpenedCatalog } from "../catalog/open-catalog.ts";
import { exitCode } from "../exit-code.ts";
import { type Io, readerLeft } from "../io.ts";
import { installedOptions } from "./installed-options.ts";
import { openUserLease } from "./open-lease.ts";

/** Session options for this user and folder. */
export function userSession(
  { catalog, fs }: OpenedCatalog,
  policy: readonly Policy[],
  io: Io,
): SessionOptions {
  const { cwd, place, environment } = io;
  const user = environment.USER ?? environment.LOGNAME;
  return {
    catalog,
    fs,
    workspace: cwd,
    home: place.home,
    policy,
    installed: installedOptions(policy, place),
    environment,
    secrets: secretValues(environment),
    lease: openUserLease(fs, io, nodeVerify),
    ...compact({ user }),
  };
}

/** Values of variables with secret-like names, which must not appear in any log. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) ? [value.trim()] : [],
  );
  return [...new Set(values)].filter(({ length }) => length >= shortestSecret);
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Redacting shorter values would only garble the log. */
const shortestSecret = 8;

/** The user's audit log, written by `exec` and `run`, read by `audit`. */
export function auditFile({ place }: Pick<Io, "place">): string {
  return `${place.dataFolder}/audit.jsonl`;
}

/** Exit code of a command that was interrupted; undefined if it was not. */
export function interruptedExitCode({ signal }: Pick<Io, "signal">): number | undefined {
  const { aborted, reason } = signal();
  if (!aborted) return undefined;
  return reason === readerLeft ? exitCode.unread : exitCode.interrupted;
}
