import { readFileSync } from "node:fs";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { describe, expect, test } from "vitest";
import { createTestGateway, eras, startTestServer, writeSkill } from "./test-server.ts";

const skills = { reviewing: "allowed-tools: Read Grep", deploying: "argument-hint: WHERE" };

describe.each(eras)("with a client of protocol %s", (era) => {
  test("VibeTavern's four tools, search, deactivate and feedback are offered", async () => {
    await using started = await startTestServer(skills);
    const { tools } = await (await started.connect(era)).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "skills_list",
      "skills_search",
      "skills_load",
      "skills_read_file",
      "skills_run_script",
      "skills_deactivate",
      "skills_feedback",
    ]);
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
  });

  test("a loaded skill comes with its activation, its digest, its allowed tools and the location of its files", async () => {
    await using started = await startTestServer(skills);
    const client = await started.connect(era);
    const result = await client.callTool({ name: "skills_load", arguments: { name: "reviewing" } });
    expect(result.content).toEqual([
      { type: "text", text: expect.stringContaining("Follow the way of reviewing.") },
    ]);
    expect(result.structuredContent).toEqual({
      ok: true,
      tool_name: "skills_load",
      data: {
        name: "reviewing",
        activation: expect.stringMatching(/^[0-9a-f-]{36}$/),
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        content: expect.stringContaining("Follow the way of reviewing."),
        files: [],
        allowed_tools: ["Read", "Grep"],
        base_path: `${started.folder}/reviewing`,
        base_uri: "skill://reviewing/",
      },
      warnings: [],
      errors: [],
    });
  });

  test("a skill for a sub-agent is active here, and the host is instructed to start one", async () => {
    await using started = await startTestServer({ surveying: "context: fork\nagent: explore" });
    const client = await started.connect(era);
    const result = await client.callTool({ name: "skills_load", arguments: { name: "surveying" } });
    expect(dataOf(result)).toMatchObject({ fork_request: { agent: "explore", model: null } });
    expect(result.content).toContainEqual({ type: "text", text: expect.stringContaining("sub-agent") });
  });

  test("an activation is deactivated by its id, and is unknown afterwards", async () => {
    await using started = await startTestServer(skills);
    const client = await started.connect(era);
    const loaded = await client.callTool({ name: "skills_load", arguments: { name: "reviewing" } });
    const { activation } = dataOf(loaded);
    const leave = { name: "skills_deactivate", arguments: { activation } };
    expect(dataOf(await client.callTool(leave))).toMatchObject({ left: ["reviewing"] });
    expect(await client.callTool(leave)).toMatchObject({
      content: [{ type: "text", text: expect.stringContaining("is not active") }],
      isError: true,
    });
  });

  test("a missing skill is an error that suggests similar names", async () => {
    await using started = await startTestServer(skills);
    const result = await (await started.connect(era)).callTool({
      name: "skills_load",
      arguments: { name: "reviewin" },
    });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ ok: false, errors: [{ code: "SKILL_NOT_FOUND" }] });
  });

  test("a skill's name called as a tool is answered with how to load it", async () => {
    await using started = await startTestServer(skills);
    const client = await started.connect(era);
    expect(await client.callTool({ name: "reviewing", arguments: {} })).toMatchObject({
      content: [{ type: "text", text: expect.stringContaining('skills_load with {"name":"reviewing"}') }],
      isError: true,
    });
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toThrow(
      "Unknown tool: nothing",
    );
  });

  test("a tool of a server that is not available is answered with the reason", async () => {
    const down = { name: "fs", state: "failed", tools: 0, problem: "ended" } as const;
    const gateway = { ...createTestGateway([]), status: () => [down] };
    await using started = await startTestServer(skills, { gateway });
    const client = await started.connect(era);
    expect(await client.callTool({ name: "fs__read", arguments: {} })).toMatchObject({
      content: [{ type: "text", text: "The MCP server fs is not available right now: it ended." }],
      isError: true,
    });
    await expect(client.callTool({ name: "web__read", arguments: {} })).rejects.toThrow("Unknown tool");
  });

  test("a prompt activates its skill in the user's name, with arguments", async () => {
    await using started = await startTestServer({ greeting: "disable-model-invocation: true", ...skills });
    const client = await started.connect(era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["deploying", "greeting", "reviewing"]);
    const { messages } = await client.getPrompt({ name: "greeting", arguments: { arguments: "in Latin" } });
    expect(messages).toEqual([
      { role: "user", content: { type: "text", text: expect.stringContaining("in Latin") } },
    ]);
    expect(started.events).toContainEqual(
      expect.objectContaining({ event: "skill-activated", trigger: "user" }),
    );
    await expect(client.getPrompt({ name: "nothing" })).rejects.toThrow(/nothing/);
  });

  test("a prompt has the arguments that its skill names", async () => {
    const body = { greeting: "arguments: [who, tone]" };
    await using started = await startTestServer(body);
    const client = await started.connect(era);
    const { prompts } = await client.listPrompts();
    expect(prompts[0]?.arguments).toEqual([
      { name: "who", required: false },
      { name: "tone", required: false },
    ]);
    const { messages } = await client.getPrompt({
      name: "greeting",
      arguments: { who: "Ann", tone: "warm" },
    });
    expect(JSON.stringify(messages)).toContain("Ann warm");
  });

  test("a skill that is loaded again is returned in full: another chat may share the connection", async () => {
    await using started = await startTestServer(skills);
    const client = await started.connect(era);
    const call = { name: "skills_load", arguments: { name: "reviewing" } };
    const [first, second] = [await client.callTool(call), await client.callTool(call)];
    expect(second.content).toEqual(first.content);
    expect(dataOf(second).activation).toBe(dataOf(first).activation);
    expect(JSON.stringify(first.content)).toContain("skills_run_script");
    expect(JSON.stringify(first.content)).not.toContain(started.folder);
  });

  test("a prompt that names an activation which is over is refused", async () => {
    await using started = await startTestServer(skills);
    const client = await started.connect(era);
    const meta = { _meta: { "skillwright/activation": "none" } };
    await expect(client.getPrompt({ name: "deploying", ...meta })).rejects.toThrow("is not active");
  });

  test("hosts list, get and verify skills by the skills extension", async () => {
    await using started = await startTestServer(skills);
    const host = new SkillsClient(await started.connect(era));
    const { skills: entries } = await host.list();
    expect(entries.map(({ uri }) => uri)).toEqual([
      "skill://deploying/SKILL.md",
      "skill://reviewing/SKILL.md",
    ]);
    const [entry] = entries;
    const file = await host.read(entry ?? expect.fail("nothing is listed"));
    expect(file).toMatchObject({ verified: true, frontmatter: { name: "deploying" } });
    expect(file.text).toBe(readFileSync(`${started.folder}/deploying/SKILL.md`, "utf8"));
  });

  test("a new skill is announced and listed without a restart", async () => {
    await using started = await startTestServer(skills);
    const told: string[] = [];
    const listen = (kind: string) => ({ onChanged: () => void told.push(kind) });
    const client = await started.connect(era, {
      listChanged: { prompts: listen("prompts"), resources: listen("resources") },
    });
    writeSkill(started.folder, "arriving");
    await expect.poll(() => new Set(told), { timeout: 20_000 }).toEqual(new Set(["prompts", "resources"]));
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain("arriving");
  });

  test("the initial instructions name the skills in less than a kilobyte", async () => {
    await using few = await startTestServer(skills);
    expect((await few.connect(era)).getInstructions()).toContain("reviewing");
    const names = Array.from({ length: 300 }, (_, index) => [`skill-${index}`, ""]);
    await using many = await startTestServer(Object.fromEntries(names));
    const instructions = (await many.connect(era)).getInstructions() ?? "";
    expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(1024);
    expect(instructions).toContain("skills_search");
  });

  test("each connection is a separate conversation", async () => {
    await using started = await startTestServer(skills);
    const [first, second] = [await started.connect(era), await started.connect(era)];
    await first.callTool({ name: "skills_load", arguments: { name: "reviewing" } });
    const left = await second.callTool({ name: "skills_deactivate", arguments: {} });
    expect(dataOf(left)).toMatchObject({ left: [] });
  });
});

function dataOf(result: object): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(result)).structuredContent.data;
}
