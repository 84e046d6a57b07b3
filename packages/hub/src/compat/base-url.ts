import type { Hub } from "../hub.ts";

/** The hub's address as its clients know it, without a slash at the end. */
export function baseUrl({ settings }: Pick<Hub, "settings">, request: Request): string {
  return (settings.publicUrl ?? new URL(request.url).origin).replace(/\/$/, "");
}
