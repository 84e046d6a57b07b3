import { randomBytes } from "node:crypto";
import type { ServerContext } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { createStateCodec } from "./serve-tools.ts";
import type { Peer } from "./skill-server.ts";

const key = randomBytes(32);
const ann = { user: "ann", conversation: "user:ann" };
const held = { call: "c1", conversation: "user:ann" };
// The binding is of the caller, and nothing of the request's own.
const context = {} as ServerContext;

const mint = (peer: Peer): Promise<string> => createStateCodec(key, peer).mint(held, context);
const verify = (state: string, peer: Peer, own = key): Promise<unknown> =>
  createStateCodec(own, peer).verify(state, context);

test("state signed for a caller is read back by that caller", async () => {
  expect(await verify(await mint(ann), ann)).toEqual(held);
});

test.each<[string, Peer]>([
  ["another user", { user: "bob", conversation: "user:ann" }],
  ["no user", { conversation: "user:ann" }],
  ["the same user in another conversation", { user: "ann", conversation: "named:ann:other" }],
  ["a user whose name runs into the conversation", { user: 'ann","user', conversation: ":ann" }],
])("it is invalid for %s", async (_, peer) => {
  const state = await mint(ann);
  await expect(verify(state, peer)).rejects.toThrow();
});

test("it is invalid after a change, or for a server with another key", async () => {
  const state = await mint(ann);
  const [version = "", body = "", mac = ""] = state.split(".");
  const other = Buffer.from(JSON.stringify({ p: { ...held, call: "c2" } })).toString("base64url");
  await expect(verify([version, other, mac].join("."), ann)).rejects.toThrow();
  await expect(verify([version, body, ""].join("."), ann)).rejects.toThrow();
  await expect(verify(state, ann, randomBytes(32))).rejects.toThrow();
});
