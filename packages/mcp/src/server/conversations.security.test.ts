import { describe, expect, test } from "vitest";
import { createTestGateway, eras, startTestServer } from "./test-server.ts";

const skills = {
  reading: "allowed-tools: mcp__fs__read",
  open: "allowed-tools: mcp__fs__read mcp__fs__write",
  silent: "allowed-tools: []",
  free: "",
};

const load = (name: string, activation?: unknown) => ({
  name: "skills_load",
  arguments: activation === undefined ? { name } : { name, activation },
});
const write = { name: "fs__write", arguments: { path: "a.txt" } };
const read = { name: "fs__read", arguments: { path: "a.txt" } };

describe.each(eras)("%s", (era) => {
  test("an active skill's list covers the tools of every server behind the gateway", async () => {
    const gateway = createTestGateway(["fs__read", "fs__write", "web__fetch"]);
    await using started = await startTestServer(skills, { gateway });
    const client = await started.connect(era);
    await client.callTool(load("reading"));
    expect(await client.callTool(read)).not.toHaveProperty("isError");
    for (const call of [write, { name: "web__fetch", arguments: {} }]) {
      const refused = await client.callTool(call);
      expect(refused).toMatchObject({ isError: true });
      expect(JSON.stringify(refused.content)).toContain("reading");
    }
    expect(gateway.ran).toEqual(["fs__read"]);
    await client.callTool({ name: "skills_deactivate", arguments: {} });
    expect(await client.callTool(write)).not.toHaveProperty("isError");
  });

  test("a call sent right after loading a skill does not bypass it", async () => {
    const gateway = createTestGateway(["fs__read", "fs__write"]);
    await using started = await startTestServer(skills, { gateway });
    const client = await started.connect(era);
    const [, written] = await Promise.all([client.callTool(load("reading")), client.callTool(write)]);
    expect(written).toMatchObject({ isError: true });
    expect(gateway.ran).toEqual([]);
  });

  test("a second, more permissive skill allows nothing more: lists intersect", async () => {
    const gateway = createTestGateway(["fs__read", "fs__write"]);
    await using started = await startTestServer(skills, { gateway });
    const client = await started.connect(era);
    await client.callTool(load("reading"));
    await client.callTool(load("open"));
    expect(await client.callTool(write)).toMatchObject({ isError: true });
  });

  test("an empty list leaves only the skill tools", async () => {
    const gateway = createTestGateway(["fs__read"]);
    await using started = await startTestServer(skills, { gateway });
    const client = await started.connect(era);
    await client.callTool(load("silent"));
    expect(await client.callTool(read)).toMatchObject({ isError: true });
    expect(await client.callTool({ name: "skills_list", arguments: {} })).not.toHaveProperty("isError");
  });

  test("a name in the input does not change which tool is guarded", async () => {
    const gateway = createTestGateway(["fs__read", "fs__write"]);
    await using started = await startTestServer(skills, { gateway });
    const client = await started.connect(era);
    await client.callTool(load("reading"));
    for (const name of ["FS__WRITE", "fs__write ", "mcp__fs__write", "fs__write\u0000"])
      await expect(client.callTool({ ...write, name })).rejects.toThrow("Unknown tool");
    expect(gateway.ran).toEqual([]);
  });

  test("an `activation` in the input of another server's tool is that tool's own", async () => {
    const gateway = createTestGateway(["fs__read", "fs__write"]);
    await using started = await startTestServer(skills, { gateway });
    const client = await started.connect(era);
    const call = { name: "fs__read", arguments: { activation: "its own" } };
    expect(await client.callTool(call)).toMatchObject({ content: [{ text: '{"activation":"its own"}' }] });
  });

  test("a host names the activation of another server's call in `_meta`", async () => {
    const gateway = createTestGateway(["fs__read", "fs__write"]);
    await using started = await startTestServer(skills, { gateway });
    const restricted = await started.connect(era);
    const free = await started.connect(era);
    const loaded = await restricted.callTool(load("reading"));
    const { activation } = JSON.parse(JSON.stringify(loaded)).structuredContent.data;
    const call = { ...write, _meta: { "skillwright/activation": activation } };
    expect(await free.callTool(call)).toMatchObject({ isError: true });
    expect(await free.callTool(write)).not.toHaveProperty("isError");
  });

  test("activations of other users cannot be addressed", async () => {
    await using started = await startTestServer(skills);
    const ours = await started.connect(era, { peer: { user: "ann", conversation: "user:ann" } });
    const theirs = await started.connect(era, { peer: { user: "bob", conversation: "user:bob" } });
    const loaded = await ours.callTool(load("reading"));
    const { activation } = JSON.parse(JSON.stringify(loaded)).structuredContent.data;
    const leave = { name: "skills_deactivate", arguments: { activation } };
    expect(await theirs.callTool(leave)).toMatchObject({ isError: true });
    expect(await ours.callTool(leave)).not.toHaveProperty("isError");
  });

  test.each([5, {}, ["a"], "../x", "a".repeat(100_000)])(
    "an invalid activation id finds nothing: %s",
    async (activation) => {
      await using started = await startTestServer(skills);
      const client = await started.connect(era);
      expect(await client.callTool(load("free", activation))).toMatchObject({ isError: true });
    },
  );

  test("calls with only the same token are restricted by every skill active for it", async () => {
    const gateway = createTestGateway(["fs__read", "fs__write"]);
    await using started = await startTestServer(skills, { gateway });
    const peer = { user: "ann", conversation: "user:ann" };
    const first = await started.connect(era, { peer });
    await first.callTool(load("reading"));
    const second = await started.connect(era, { peer });
    expect(await second.callTool(write)).toMatchObject({ isError: true });
  });
});
