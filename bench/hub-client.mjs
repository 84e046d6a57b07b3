import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A hub in a process of its own, with requests in an administrator's name. The token is known from the first start only. */
export async function startHubChild(folder, { token, database } = {}) {
  const script = fileURLToPath(new URL("hub-child.mjs", import.meta.url));
  const words = [...process.execArgv, script, folder, ...(database === undefined ? [] : [database])];
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const line = await new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
  const { url, firstToken } = JSON.parse(line);
  const headers = { authorization: `Bearer ${token ?? firstToken}` };
  const request = async (path, options = {}) => {
    const response = await fetch(`${url}${path}`, { headers, ...options });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    ...{ url, token: token ?? firstToken, pid: child.pid, request },
    read: async (path) => void (await (await request(path)).arrayBuffer()),
    readFirst: async (path) => {
      const reader = (await request(path)).body.getReader();
      await reader.read();
      await reader.cancel();
    },
    send: async (path, body) => (await request(path, { method: "POST", body: JSON.stringify(body) })).json(),
    close: () => {
      child.stdin.end();
      return ended;
    },
  };
}
