import type { ConnectAction } from "../../scan/evidence.ts";
import { readAddress } from "../../scan/hosts.ts";

/**
 * Whether a message goes to a bot or topic of the user's own: what names it is a variable or a placeholder. Whoever collects from
 * strangers has to write a token that is theirs.
 */
export function isOwnReceiver({ address, carries }: ConnectAction): boolean {
  if (address === undefined || carries.some(({ label }) => label === "decoded")) return false;
  const plain = address.slice(0, 300);
  if (/^["']?(?:https:\/\/)?api\.telegram\.org\//.test(plain)) return /\.org\/bot[$<{%]/.test(plain);
  return readAddress(plain).host === "ntfy.sh"
    ? /ntfy\.sh\/["']?[$<{]/.test(plain)
    : /^["']?\$\{\w{2,40}:-https:\/\/ntfy\.sh\/?\}\/["']?[$<{]/.test(plain);
}
