import { type Sha256, type Sha256OfText, sha256Hex } from "./sha256.ts";

// Apart from the rest that needs Node, since a catalog comes with that.

/** The quickest hash there is here. Node's own takes 7 ms to load, so that whoever hashes little is done before that. */
export const nodeSha256: Sha256 & Sha256OfText = createSha256();

function createSha256(): Sha256 & Sha256OfText {
  let room = 16_384;
  return (content: Uint8Array | string) => {
    room -= content.length;
    if (room > 0) return sha256Hex(content);
    return process.getBuiltinModule("node:crypto").hash("sha256", content, "hex");
  };
}
