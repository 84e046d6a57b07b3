import type { FileSystem } from "@skillwright/core/discover";
import { findRevokedName, formatLeaseRefusal, type VerifyText } from "@skillwright/core/lease";
import { nodeVerify } from "@skillwright/core/node";
import { type LeaseGuard, openLease } from "@skillwright/runtime";
import { isFromHub } from "../catalog/lock-reader.ts";
import type { Io } from "../io.ts";
import { clockFile, systemHubFolder, userHubFolder } from "./hub-folders.ts";

type LeaseIo = Pick<Io, "place" | "environment" | "today">;

/** What the hubs of this machine and this user let be used. Hooks do not verify signatures again; see `openLease`. */
export function openUserLease(fs: FileSystem, io: LeaseIo, verify?: VerifyText): LeaseGuard {
  const { USER, LOGNAME, USERNAME } = io.environment;
  const user = USER || LOGNAME || USERNAME;
  return openLease({
    fs,
    folders: [systemHubFolder(io), userHubFolder(io)],
    clockFile: clockFile(io),
    now: io.today,
    users: user ? [user] : [],
    isFromHub: (directory) => isFromHub(fs, directory, io.place),
    ...(verify && { verify }),
  });
}

/** Why a skill that is not here may be gone: its revocation in words, since `sync` removes what is revoked. */
export function explainRevoked(fs: FileSystem, name: string, io: LeaseIo): string | undefined {
  for (const standing of openUserLease(fs, io, nodeVerify).standings()) {
    const revocation = standing.lease && findRevokedName(standing.lease.state, name, io.today());
    if (revocation) return formatLeaseRefusal({ code: "revoked", revocation }, name, standing);
  }
  return undefined;
}
