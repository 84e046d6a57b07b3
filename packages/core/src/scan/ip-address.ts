/** Four octets, or the eight groups of version 6. */
export type Ip = { readonly version: 4 | 6; readonly parts: readonly number[] };

/** An address in any spelling that programs accept: `0x7f000001`, `2130706433`, `0177.0.0.1` and `127.1` too. */
export function parseIp(host: string): Ip | undefined {
  return host.includes(":") ? parseIp6(host) : parseIp4(host);
}

function parseIp4(host: string): Ip | undefined {
  if (host.length > 40 || !/^\w/.test(host)) return undefined;
  const words = host.split(".");
  if (words.length > 4 || !words.every((word) => /^(?:0x[\da-f]{1,8}|\d{1,11})$/i.test(word)))
    return undefined;
  const numbers = words.map((word) => (/^0\d/.test(word) ? Number.parseInt(word, 8) : Number(word)));
  const last = numbers.pop() ?? 0;
  // `1.5` is a version, and a small number is a count.
  if (words.length === 1 ? last < 0x01000000 : words.length < 4 && numbers[0] !== 127) return undefined;
  if (numbers.some((number) => !(number <= 255)) || !(last < 256 ** (4 - numbers.length))) return undefined;
  const rest = Array.from({ length: 4 - numbers.length }, (_, index) => {
    return Math.floor(last / 256 ** (3 - numbers.length - index)) % 256;
  });
  return { version: 4, parts: [...numbers, ...rest] };
}

function parseIp6(host: string): Ip | undefined {
  if (host.length > 45 || !/^[\da-f:.]+$/i.test(host)) return undefined;
  const mapped = /^::ffff:([\d.]{7,15})$/i.exec(host)?.[1];
  if (mapped !== undefined) return parseIp4(mapped);
  const [left = "", right] = host.split("::");
  const groups = (text: string): number[] =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const before = groups(left);
  const after = right === undefined ? [] : groups(right);
  const missing = 8 - before.length - after.length;
  if (missing < 0 || (right === undefined && missing > 0)) return undefined;
  return { version: 6, parts: [...before, ...Array.from({ length: missing }, () => 0), ...after] };
}

export function isLoopbackIp({ version, parts }: Ip): boolean {
  if (version === 4) return parts[0] === 127 || parts.every((part) => part === 0);
  return parts.slice(0, 7).every((part) => part === 0) && (parts[7] ?? 0) <= 1;
}

/** Of a home or company network, of the link, or of the cloud provider's own services. */
export function isPrivateIp({ version, parts: [a = 0, b = 0] }: Ip): boolean {
  if (version === 6) return (a & 0xfe00) === 0xfc00 || (a & 0xffc0) === 0xfe80;
  if (a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)) return true;
  return (a === 169 && b === 254) || (a === 100 && b >= 64 && b <= 127);
}

/** Set aside for documents, tests and groups of receivers, or written as a placeholder, or a public resolver. */
export function isReservedIp({ version, parts }: Ip): boolean {
  const [a = 0, b = 0, c = 0] = parts;
  if (version === 6) return a === 0x2001 && b === 0xdb8;
  if (a === 0 || a >= 224 || (a === 198 && (b === 18 || b === 19)) || (a === 192 && b === 0)) return true;
  if ((a === 198 && b === 51 && c === 100) || (a === 203 && b === 0 && c === 113)) return true;
  return placeholders.has(parts.join("."));
}

const placeholders: ReadonlySet<string> = new Set([
  "1.0.0.1",
  "1.1.1.1",
  "1.2.3.4",
  "5.6.7.8",
  "8.8.4.4",
  "8.8.8.8",
  "9.9.9.9",
  "11.22.33.44",
  "12.34.56.78",
  "123.45.67.89",
]);
