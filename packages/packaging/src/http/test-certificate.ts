import { generateKeyPairSync, sign } from "node:crypto";

export type TestCertificate = { readonly key: string; readonly cert: string };

/** A certificate for 127.0.0.1 and localhost that signs itself: whoever lists it as an authority trusts it, and only they. */
export function createTestCertificate(): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(Buffer.from("06082a8648ce3d040302", "hex"));
  const name = sequence(
    tagged(0x31, sequence(Buffer.from("0603550403", "hex"), tagged(0x0c, Buffer.from("test")))),
  );
  const time = (text: string): Buffer => tagged(0x17, Buffer.from(text));
  const names = [tagged(0x87, Buffer.from([127, 0, 0, 1])), tagged(0x82, Buffer.from("localhost"))];
  const extensions = sequence(
    sequence(
      Buffer.from("0603551d13", "hex"),
      Buffer.from("0101ff", "hex"),
      tagged(0x04, sequence(Buffer.from("0101ff", "hex"))),
    ),
    sequence(Buffer.from("0603551d11", "hex"), tagged(0x04, sequence(...names))),
  );
  const body = sequence(
    tagged(0xa0, Buffer.from("020102", "hex")),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, extensions),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]));
  const der = sequence(body, algorithm, signature).toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}
