import { BlockList, isIPv4, isIPv6 } from "node:net";
import { canonicalAddress } from "./target.ts";

/**
 * Whether an address is on the public internet: not this machine, its network, cloud metadata services or
 * multicast, in any notation.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, "ipv4");
  // A zone ties an address to a network interface, so it is local.
  if (!isIPv6(address) || address.includes("%")) return false;
  const canonical = canonicalAddress(address);
  const translated = /^64:ff9b::(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/.exec(canonical);
  if (translated) return isPublicAddress(toIPv4(translated[1], translated[2]));
  return global.check(canonical, "ipv6") && !reserved.check(canonical, "ipv6");
}

/** The last 32 bits of a NAT64 address; IPv6-only networks reach all of IPv4 that way. */
function toIPv4(high = "0", low = "0"): string {
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}

/** The only block of public IPv6 addresses. */
const global = blockList({ ipv4: [], ipv6: ["2000::/3"] });

/** IANA's registries of special-purpose addresses, and one address that Azure reserves for its own machines. */
const reserved = blockList({
  ipv4: [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "168.63.129.16/32",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
  ],
  // Teredo and 6to4 embed an IPv4 address; they are obsolete, so refuse both entirely.
  ipv6: ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
});

type Subnets = Readonly<Record<"ipv4" | "ipv6", readonly string[]>>;

function blockList(subnets: Subnets): BlockList {
  const list = new BlockList();
  for (const family of ["ipv4", "ipv6"] as const)
    for (const subnet of subnets[family]) {
      const [net = "", bits] = subnet.split("/");
      list.addSubnet(net, Number(bits), family);
    }
  return list;
}
