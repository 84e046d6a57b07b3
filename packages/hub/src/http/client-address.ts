import { isIPv4, isIPv6 } from "node:net";

type AddressOptions = {
  /** The address at the other end of the connection. */
  readonly remote: string;
  /** The header `X-Forwarded-For`, if a proxy is trusted that sets it. */
  readonly forwarded?: string | undefined;
};

/** The address of a client. A proxy adds the address it sees at the end of the header; what is before could be made up. */
export function clientAddress({ remote, forwarded }: AddressOptions): string {
  const last = forwarded?.slice(-200).split(",").at(-1)?.trim() ?? "";
  return toPlain(isIPv4(last) || isIPv6(last) ? last : remote);
}

/** `::ffff:10.0.0.1` → `10.0.0.1`. */
function toPlain(address: string): string {
  return address.startsWith("::ffff:") && isIPv4(address.slice(7)) ? address.slice(7) : address;
}

/** What limits count by: whoever has one IPv6 address has the other 2^64 of the network too. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

export function isLoopback(address: string): boolean {
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}

/** Whether an address is of this machine and not encrypted; elsewhere, others could read and change what is sent there. */
export function isPlainLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && (hostname === "localhost" || isLoopback(hostname.replace(/^\[|\]$/g, "")));
}
