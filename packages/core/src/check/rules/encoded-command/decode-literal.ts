/** How much of a literal to decode: enough to recognize a script. */
const decodedLength = 3000;
/** A script that was encoded up to three times is still found. */
const maxLayers = 3;

/** The text behind a base64, hex or `\x63\x75` literal; undefined if it is not readable text. */
export function decodeLiteral(literal: string): string | undefined {
  let text = decodeOnce(literal);
  for (let layer = 1; layer < maxLayers && text !== undefined && wholeLiteral.test(text.trimEnd()); layer++) {
    text = decodeOnce(text.replace(/\s/g, "")) ?? text;
  }
  return text;
}

const wholeLiteral = /^[A-Za-z0-9+/\s]{40,}={0,2}$/;

function decodeOnce(literal: string): string | undefined {
  if (literal.startsWith("\\x"))
    return readable(fromHex(literal.slice(0, decodedLength * 4).replaceAll("\\x", "")));
  const isHex = literal.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(literal);
  const fromHexDigits = isHex ? readable(fromHex(literal.slice(0, decodedLength * 2))) : undefined;
  return fromHexDigits ?? readable(fromBase64(literal.slice(0, decodedLength)));
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/[0-9a-fA-F]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const sextets = new Map([...alphabet].map((character, value) => [character, value]));

function fromBase64(literal: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const character of literal) {
    const sextet = sextets.get(character);
    if (sextet === undefined) break;
    bits = ((bits << 6) | sextet) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** Bytes as ASCII text: one byte per character or, as PowerShell encodes commands, two. */
function readable(bytes: Uint8Array): string | undefined {
  const isWide = bytes.length >= 8 && bytes.every((byte, index) => index % 2 === 0 || byte === 0);
  const codes = isWide ? bytes.filter((_, index) => index % 2 === 0) : bytes;
  const isText =
    codes.length >= 8 &&
    codes.every((code) => code === 9 || code === 10 || code === 13 || (code >= 32 && code < 127));
  return isText ? String.fromCharCode(...codes) : undefined;
}
