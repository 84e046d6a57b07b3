import { expect, test } from "vitest";
import { createSignatureList, signatureOf } from "./signature.ts";

test("signatures survive a round trip, also after the list has grown", () => {
  const signatures = Array.from({ length: 200 }, (_, index) =>
    signatureOf(`Does thing ${index} with part ${index * 7} of plan ${index * 13}.`, `thing-${index}`),
  ).filter((signature) => signature !== undefined);
  const list = createSignatureList();
  for (const signature of signatures) list.push(signature);
  expect(signatures.map((_, index) => list.at(index))).toEqual(signatures);
});
