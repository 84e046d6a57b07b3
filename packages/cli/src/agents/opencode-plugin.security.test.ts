import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { opencodePlugin, opencodePluginLine } from "./opencode-plugin.ts";

type Plugin = {
  readonly "tool.execute.before": (call: object, output: { readonly args: unknown }) => Promise<void>;
  readonly "chat.message": (message: object, output: { readonly parts: readonly object[] }) => Promise<void>;
  readonly event: (told: { readonly event: object }) => Promise<void>;
};

type Sessions = Readonly<Record<string, string | undefined>>;

/** The plugin as opencode loads it, with a command line in place of the guard's. */
async function load(line: string, sessions: Sessions = { main: undefined, sub: "main" }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-opencode-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = `${folder}/.opencode/plugins/skillwright.js`;
  mkdirSync(`${folder}/.opencode/plugins`, { recursive: true });
  writeFileSync(file, opencodePlugin(line.replaceAll("FOLDER", folder)));
  const client = {
    session: {
      get: async ({ path: { id } }: { path: { id: string } }) =>
        id in sessions ? { data: { id, parentID: sessions[id] } } : {},
    },
    mcp: { status: async () => ({ data: { "my-srv": {} } }) },
  };
  const module = await import(pathToFileURL(file).href);
  expect(Object.keys(module)).toEqual(["SkillwrightGuard"]);
  const plugin: Plugin = await module.SkillwrightGuard({ client, directory: folder });
  const seen = (): unknown[] =>
    existsSync(`${folder}/seen`)
      ? readFileSync(`${folder}/seen`, "utf8")
          .trim()
          .split("\n")
          .map((text) => JSON.parse(text))
      : [];
  return { folder, plugin, seen };
}

const before = (plugin: Plugin, tool: string, { session = "main", args = {} } = {}) =>
  plugin["tool.execute.before"]({ tool, sessionID: session, callID: `call ${tool}` }, { args });
const note = "{ cat; echo; } >> FOLDER/seen";

test("a call is reported to the guard, and runs if that has no objection", async () => {
  const { folder, plugin, seen } = await load(note);
  await before(plugin, "bash", { args: { command: 'it\'s "$HOME"' } });
  await before(plugin, "my-srv_echo");
  const about = { opencode_plugin: 1, session_id: "main", is_subagent: false, cwd: folder };
  const call = { ...about, hook_event_name: "tool.execute.before" };
  expect(seen()).toEqual([
    { ...call, tool_name: "bash", tool_input: { command: 'it\'s "$HOME"' }, tool_use_id: "call bash" },
    {
      ...{ ...call, tool_name: "my-srv_echo", tool_input: {}, tool_use_id: "call my-srv_echo" },
      mcp_servers: ["my-srv"],
    },
  ]);
});

test("the guard's refusal stops the call, with its reason", async () => {
  const { plugin } = await load("cat >/dev/null; echo not on the list >&2; exit 2");
  await expect(before(plugin, "bash")).rejects.toThrow("not on the list");
});

test.each([
  ["a program that does not exist", "/nonexistent/program"],
  ["a crash", "kill -9 $$"],
  ["another exit code", "exit 1"],
  ["a refusal without a reason", "exit 2"],
])("%s stops the call", async (_, line) => {
  const { plugin } = await load(line);
  await expect(before(plugin, "bash")).rejects.toThrow("blocked by skillwright guard");
});

test("a guard that hangs stops the call", async () => {
  const { plugin } = await load("exec sleep 60");
  await expect(before(plugin, "bash")).rejects.toThrow("it took too long");
}, 20_000);

test("a folder that does not exist stops the call", async () => {
  const { folder, plugin } = await load(note);
  rmSync(folder, { recursive: true });
  await expect(before(plugin, "bash")).rejects.toThrow("blocked by skillwright guard");
});

test("a call of a conversation that opencode does not know is stopped", async () => {
  const { plugin, seen } = await load(note);
  await expect(before(plugin, "bash", { session: "unknown" })).rejects.toThrow("which conversation");
  expect(seen()).toEqual([]);
});

test("a circle of conversations is refused", async () => {
  const { plugin } = await load(note, { main: "sub", sub: "main" });
  await expect(before(plugin, "bash")).rejects.toThrow("nested too deeply");
});

test("a sub-agent belongs to the conversation with the user, also one that was just started", async () => {
  const { plugin, seen } = await load(note);
  await plugin.event({
    event: { type: "session.created", properties: { info: { id: "new", parentID: "sub" } } },
  });
  await before(plugin, "bash", { session: "sub" });
  await before(plugin, "bash", { session: "new" });
  expect(seen()).toMatchObject([
    { session_id: "main", is_subagent: true },
    { session_id: "main", is_subagent: true },
  ]);
});

test("calls made at once are judged one after another, in their order", async () => {
  const { plugin, seen } = await load(`sleep 0.1; ${note}`);
  await Promise.all([before(plugin, "skill"), before(plugin, "bash"), before(plugin, "write")]);
  expect(seen()).toMatchObject([{ tool_name: "skill" }, { tool_name: "bash" }, { tool_name: "write" }]);
});

test("a refused call does not stop the ones after it", async () => {
  const { plugin } = await load('grep -q \'name":"skill"\' && { echo no >&2; exit 2; }; exit 0');
  const [skill, bash] = await Promise.allSettled([before(plugin, "skill"), before(plugin, "bash")]);
  expect([skill.status, bash.status]).toEqual(["rejected", "fulfilled"]);
});

test("prompts and the end of a session are reported, and their failure disturbs nothing", async () => {
  const { plugin, seen } = await load(`${note}; exit 1`);
  const parts = [{ type: "file" }, { type: "text", text: "a" }, { type: "text", text: "b", synthetic: true }];
  await plugin["chat.message"]({ sessionID: "main" }, { parts });
  await plugin["chat.message"]({ sessionID: "main" }, { parts: parts.slice(2) });
  for (const info of [{ id: "sub", parentID: "main" }, { id: "main" }])
    await plugin.event({ event: { type: "session.deleted", properties: { info } } });
  expect(seen()).toMatchObject([
    { hook_event_name: "chat.message", prompt: "a\nb", is_synthetic: false },
    { hook_event_name: "chat.message", prompt: "b", is_synthetic: true },
    { hook_event_name: "session.deleted", session_id: "main" },
  ]);
});

test.each(["plain", `'"\\ \`\${x}\` */ // \n\u2028 </script>`, '"; process.exit(); "'])(
  "the line %j is read back from the plugin",
  (line) => {
    expect(opencodePluginLine(opencodePlugin(line))).toBe(line);
  },
);

test.each(["", "export const X = 1;", 'const line = "skillwright guard --agent opencode";'])(
  "another file is not ours: %j",
  (text) => {
    expect(opencodePluginLine(text)).toBeUndefined();
  },
);
