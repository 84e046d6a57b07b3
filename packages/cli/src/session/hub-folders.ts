import type { Io } from "../io.ts";

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
