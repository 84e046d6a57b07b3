import type { FileSystem } from "@skillwright/core/discover";
import type { VerifyText } from "@skillwright/core/lease";
import { type LeaseGuard, openLease } from "@skillwright/runtime";
import { isFromHub } from "../catalog/lock-reader.ts";
import type { Io } from "../io.ts";

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

/** Where `sync` keeps the state of the user's hub. */
export function userHubFolder({ place }: Pick<Io, "place">): string {
  return `${place.dataFolder}/hub`;
}

/** Where `sync --system` keeps it for the machine. */
export function systemHubFolder({ place }: Pick<Io, "place">): string {
  return `${place.systemFolder}/hub`;
}

export function clockFile({ place }: Pick<Io, "place">): string {
  return `${place.dataFolder}/hub/clock`;
}
