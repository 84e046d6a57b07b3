/**
 * The plugin that lets opencode ask the guard before each call. A failure of any kind refuses the call: opencode makes a call unless a
 * plugin throws. `line` is a command line for the shell.
 */
export function opencodePlugin(line: string): string {
  return `${mark}
import { spawn } from "node:child_process";
import { env as inherited } from "node:process";
import { fileURLToPath } from "node:url";

const line = ${JSON.stringify(line)};
const env = { ...inherited, SKILLWRIGHT_PROJECT: fileURLToPath(new URL("../..", import.meta.url)) };

export const SkillwrightGuard = async ({ client, directory }) => {
  const parents = new Map();
  const parentOf = async (session) => {
    if (parents.has(session)) return parents.get(session);
    const { data } = await client.session.get({ path: { id: session } });
    if (data?.id !== session) throw new Error(refusal("opencode does not say which conversation the call belongs to"));
    parents.set(session, data.parentID);
    return data.parentID;
  };
  // The conversation with the user: sub-agents have their own.
  const rootOf = async (session) => {
    for (let depth = 0, root = session; depth < 32; depth += 1) {
      const parent = await parentOf(root);
      if (!parent) return root;
      root = parent;
    }
    throw new Error(refusal("sub-agents are nested too deeply"));
  };
  // The names of tools do not show where the name of their server ends.
  const listServers = async () => ({ mcp_servers: Object.keys((await client.mcp.status()).data ?? {}) });
  // One after another, in the order of the calls, so that none slips past a skill that was loaded before it.
  let last = Promise.resolve();
  const report = (session, event) => {
    const step = async () => {
      const root = await within(rootOf(session));
      const about = { session_id: root, is_subagent: root !== session, cwd: directory, ...event };
      await ask({ opencode_plugin: 1, ...about, ...(event.tool_name?.includes("_") && (await within(listServers()))) });
    };
    const done = last.then(step);
    last = done.catch(() => {});
    return done;
  };
  return {
    "tool.execute.before": ({ tool, sessionID, callID }, { args }) =>
      report(sessionID, {
        hook_event_name: "tool.execute.before",
        tool_name: tool,
        tool_input: args ?? {},
        tool_use_id: callID,
      }),
    "chat.message": async ({ sessionID }, { parts }) => {
      const texts = parts.filter(({ type }) => type === "text");
      const event = {
        hook_event_name: "chat.message",
        prompt: texts.map(({ text }) => text).join("\\n"),
        is_synthetic: texts.length > 0 && texts.every(({ synthetic }) => synthetic === true),
      };
      // The skills of the last turn stay active if this fails.
      await report(sessionID, event).catch(() => {});
    },
    event: async ({ event }) => {
      if (event.type === "session.created") parents.set(event.properties.info.id, event.properties.info.parentID);
      if (event.type !== "session.deleted") return;
      const { id, parentID } = event.properties.info;
      parents.set(id, parentID);
      if (!parentID) await report(id, { hook_event_name: "session.deleted" }).catch(() => {});
      parents.delete(id);
    },
  };
};

const refusal = (reason) => \`blocked by skillwright guard: \${reason}. Run: skillwright guard status\`;

const within = (promise) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(refusal("opencode did not answer in time"))), 5000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

// The guard refuses with exit code 2 and the reason; anything else but 0 is a failure.
const ask = (payload) =>
  new Promise((resolve, reject) => {
    const child = spawn(line, { shell: true, env, cwd: payload.cwd, stdio: ["pipe", "ignore", "pipe"] });
    let reason = "";
    const end = (error) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(new Error(error));
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      end(refusal("it took too long"));
    }, 10000);
    child.on("error", () => end(refusal("it could not be started")));
    child.stderr.setEncoding("utf8").on("data", (text) => {
      reason = (reason + text).slice(0, 20000);
    });
    child.on("close", (code) => {
      if (code === 0) end();
      else end(code === 2 && reason.trim() !== "" ? reason.trim() : refusal(\`it ended with code \${code}\`));
    });
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(payload));
  });
`;
}

const mark =
  "// Skillwright's guard. Written by `skillwright guard install`, removed by `skillwright guard uninstall`; do not edit.";

/** The command line in a plugin of ours, of any release; undefined for another file. */
export function opencodePluginLine(text: string): string | undefined {
  if (!text.startsWith("// Skillwright's guard. ")) return undefined;
  const [, quoted] = /\nconst line = ("[^\n]*");\n/.exec(text) ?? [];
  return quoted === undefined ? undefined : readString(quoted);
}

function readString(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === "string" ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
