import type { ConnectAction } from "../../../scan/evidence.ts";
import { isOwnService } from "./own-service.ts";

/** A page that talks to the server it came from. */
export function isSameOrigin(address: string): boolean {
  return /^["'`]?\/(?!\/)[\w./-]{0,200}["'`]?$/.test(address.trim());
}

/** The service that looks up leaked passwords gets the first characters of a hash, which many passwords share. */
export function asksOnlyForPrefix(address: string): boolean {
  return /^(?:https:\/\/)?api\.pwnedpasswords\.com\/range\//.test(address);
}

const longestSource = 50_000;
const keyNames = /\b[A-Z][A-Z\d]{1,30}(?:_[A-Z\d]{1,30}){0,5}_(?:API_KEY|KEY|TOKEN|SECRET|PASSWORD)\b/g;

/** Whether every key that a program names is one for the host that it talks to, so that this is what it takes out of `.env`. */
export function isKeyOfHost({ source }: ConnectAction, host: string): boolean {
  const names = new Set([...source.text.slice(0, longestSource).matchAll(keyNames)].map(([name]) => name));
  return names.size > 0 && [...names].every((name) => isOwnService(name, host));
}
