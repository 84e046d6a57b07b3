type Octets = readonly [number, number, number, number];

/** The four octets of an address, also if written as a single decimal or hexadecimal number. */
export function parseIpv4(host: string): Octets | undefined {
  if (!host.includes(".")) return fromNumber(Number(host));
  const [a = 256, b = 256, c = 256, d = 256] = host.split(".").map(Number);
  return [a, b, c, d].every((octet) => octet <= 255) ? [a, b, c, d] : undefined;
}

function fromNumber(address: number): Octets | undefined {
  if (!Number.isInteger(address) || address < 0x01000000 || address > 0xffffffff) return undefined;
  return [address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255];
}

// Public resolvers, and numbers that people write as placeholders.
const harmless: ReadonlySet<string> = new Set([
  "1.1.1.1",
  "1.0.0.1",
  "8.8.8.8",
  "8.8.4.4",
  "9.9.9.9",
  "1.2.3.4",
  "5.6.7.8",
  "11.22.33.44",
  "12.34.56.78",
  "123.45.67.89",
]);

/** Whether an address is on the public internet: not loopback, private, link-local, reserved or for documentation. */
export function isPublicIpv4(octets: Octets): boolean {
  const [a, b, c] = octets;
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if ((a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254)) return false;
  if ((a === 100 && b >= 64 && b <= 127) || (a === 198 && (b === 18 || b === 19)) || (a === 192 && b === 0))
    return false;
  if ((a === 198 && b === 51 && c === 100) || (a === 203 && b === 0 && c === 113)) return false;
  return !harmless.has(octets.join("."));
}
