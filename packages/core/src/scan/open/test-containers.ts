import { gzipSync, zipSync, zlibSync } from "fflate";

/** Files in formats that hide text, made for tests. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return join(parts);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function utf16(text: string, { isLittle = true, hasMark = true } = {}): Uint8Array {
  const marked = hasMark ? `\ufeff${text}` : text;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < marked.length; at++) view.setUint16(at * 2, marked.charCodeAt(at), isLittle);
  return bytes;
}

export function zip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === "string" ? bytesOf(content) : content,
      ]),
    ),
  );
}

/** The same with the flag that says its entries need a password. */
export function encryptedZip(files: Readonly<Record<string, string>>): Uint8Array {
  const bytes = zip(files);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 10 < bytes.length; at++) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint16(at + 6, view.getUint16(at + 6, true) | 1, true);
    if (signature === 0x02014b50) view.setUint16(at + 8, view.getUint16(at + 8, true) | 1, true);
  }
  return bytes;
}

export function tar(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const parts = Object.entries(files).flatMap(([name, value]) => {
    const content = typeof value === "string" ? bytesOf(value) : value;
    const header = new Uint8Array(512);
    const write = (text: string, at: number): void => header.set(latin1Bytes(text), at);
    write(name, 0);
    write("0000644\0", 100);
    write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
    write("        0", 148);
    write("ustar\x0000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, content, new Uint8Array((512 - (content.length % 512)) % 512)];
  });
  return join([...parts, new Uint8Array(1024)]);
}

export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes);
}

type Chunk = readonly [type: string, data: Uint8Array];

export function png(chunks: readonly Chunk[] = []): Uint8Array {
  const toBytes = ([type, data]: Chunk): Uint8Array => {
    const head = new Uint8Array(8);
    new DataView(head.buffer).setUint32(0, data.length);
    head.set(latin1Bytes(type), 4);
    return concat(head, data, new Uint8Array(4));
  };
  const all: readonly Chunk[] = [
    ["IHDR", new Uint8Array(13)],
    ...chunks,
    ["IDAT", zlibSync(new Uint8Array(64))],
    ["IEND", new Uint8Array()],
  ];
  return concat(latin1Bytes("\x89PNG\r\n\x1a\n"), ...all.map(toBytes));
}

export function pngText(text: string, kind: "tEXt" | "zTXt" | "iTXt" = "tEXt"): Uint8Array {
  const data = {
    tEXt: () => bytesOf(`Comment\0${text}`),
    zTXt: () => concat(bytesOf("Comment\0\0"), zlibSync(bytesOf(text))),
    iTXt: () => concat(bytesOf("Comment\0\x01\0en\0note\0"), zlibSync(bytesOf(text))),
  }[kind]();
  return png([[kind, data]]);
}

export function jpeg(comment: string): Uint8Array {
  const content = bytesOf(comment);
  const head = new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 0]);
  new DataView(head.buffer).setUint16(4, content.length + 2);
  return concat(head, content, new Uint8Array([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0, 4, 0xff, 0xd9]));
}

export function pdf(objects: readonly (string | Uint8Array)[]): Uint8Array {
  const parts = objects.map((object, index) =>
    typeof object === "string"
      ? bytesOf(`${index + 1} 0 obj\n${object}\nendobj\n`)
      : concat(
          bytesOf(`${index + 1} 0 obj\n<< /Filter /FlateDecode /Length ${object.length} >>\nstream\n`),
          object,
          bytesOf("\nendstream\nendobj\n"),
        ),
  );
  return concat(bytesOf("%PDF-1.7\n"), ...parts, bytesOf("trailer << /Root 1 0 R >>\n%%EOF\n"));
}

export function pdfPage(text: string): Uint8Array {
  const escaped = text.replaceAll(/[()\\]/g, "\\$&");
  return zlibSync(bytesOf(`BT /F1 12 Tf 72 700 Td (${escaped}) Tj ET`));
}

export function notebook(cells: readonly { readonly type: string; readonly source: string }[]): string {
  return JSON.stringify({
    cells: cells.map(({ type, source }) => ({
      cell_type: type,
      source: source.split(/(?<=\n)/),
      outputs: [],
    })),
    metadata: { language_info: { name: "python" } },
    nbformat: 4,
  });
}

/** A zip archive with one entry of zeros that inflates to a size. */
export function bomb(size: number): Uint8Array {
  return zipSync({ "a.txt": [new Uint8Array(size), { level: 9 }] });
}
