/** Gives the user a file. */
export function download(name: string, bytes: BlobPart): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A .skill file: a zip archive with the folder and its one file, stored without compression. */
export function zipSkill(name: string, text: string): Uint8Array<ArrayBuffer> {
  const path = new TextEncoder().encode(`${name}/SKILL.md`);
  const content = new TextEncoder().encode(text);
  // Version 2.0, names in UTF-8, stored, at the earliest time that the format has.
  const fields = [...u16(20), ...u16(0x800), ...u16(0), ...u16(0), ...u16(33), ...u32(crc32(content))];
  fields.push(...u32(content.length), ...u32(content.length), ...u16(path.length));
  const local = [...u32(0x04034b50), ...fields, ...u16(0)];
  const unix = u16((3 << 8) | 20);
  const directory = [...u32(0x02014b50), ...unix, ...fields, ...u16(0), ...u16(0), ...u16(0), ...u16(0)];
  directory.push(...u32((0o100644 << 16) >>> 0), ...u32(0));
  const offset = local.length + path.length + content.length;
  const size = directory.length + path.length;
  const end = [...u32(0x06054b50), ...u32(0), ...u16(1), ...u16(1), ...u32(size), ...u32(offset), ...u16(0)];
  const parts = [
    Uint8Array.from(local),
    path,
    content,
    Uint8Array.from(directory),
    path,
    Uint8Array.from(end),
  ];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function u16(value: number): readonly number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function u32(value: number): readonly number[] {
  return [...u16(value & 0xffff), ...u16(value >>> 16)];
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
