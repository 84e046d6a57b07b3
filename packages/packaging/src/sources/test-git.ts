import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import type { TestFiles } from "./contract.ts";

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "packaging-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An environment without the settings of whoever runs the tests. */
export function gitEnvironment(home: string): Readonly<Record<string, string>> {
  const { PATH = "" } = process.env;
  return {
    PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@example.com",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.com",
  };
}

export type TestRepository = {
  readonly folder: string;
  git(...words: readonly string[]): string;
  /** Replaces all files by these and commits them. */
  commit(files: TestFiles): string;
};

export function createTestRepository(): TestRepository {
  const folder = temporaryFolder();
  const git: TestRepository["git"] = (...words) =>
    execFileSync("git", words, {
      cwd: folder,
      env: gitEnvironment(folder),
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  git("config", "uploadpack.allowFilter", "true");
  return {
    folder,
    git,
    commit: (files) => {
      git("rm", "-r", "-f", "-q", "--ignore-unmatch", ".");
      writeFiles(folder, files);
      git("add", "--all", "--force");
      git("commit", "--quiet", "--allow-empty", "-m", "a");
      return git("rev-parse", "HEAD");
    },
  };
}

export function writeFiles(folder: string, files: TestFiles): void {
  for (const [path, value] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (typeof value === "string" && value.startsWith("link:"))
      symlinkSync(relative(dirname(file), join(folder, value.slice(5))), file);
    else if (typeof value === "string" && value.startsWith("run:")) {
      writeFileSync(file, value.slice(4));
      chmodSync(file, 0o755);
    } else writeFileSync(file, value);
  }
}

type GitServer = {
  readonly url: string;
  /** Requests so far. */
  readonly requests: { readonly method: string; readonly path: string; readonly user: string | undefined }[];
};

/** `git http-backend` for the repositories below a folder; with a password, for those who know it. */
export async function serveGit(
  root: string,
  { password }: { readonly password?: string } = {},
): Promise<GitServer> {
  const requests: GitServer["requests"] = [];
  const backend = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [user, given] = Buffer.from(request.headers.authorization?.slice(6) ?? "", "base64")
      .toString()
      .split(":");
    requests.push({ method: request.method ?? "", path: url.pathname, user: user || undefined });
    if (password !== undefined && given !== password) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
      return;
    }
    runBackend({ backend, root, url }, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

function runBackend(
  { backend, root, url }: { readonly backend: string; readonly root: string; readonly url: URL },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const child = spawn(backend, [], {
    env: {
      ...gitEnvironment(root),
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => undefined);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.on("close", () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf("\r\n\r\n");
    for (const line of output.toString("latin1", 0, Math.max(0, end)).split("\r\n")) {
      const [name = "", value = ""] = line.split(": ", 2);
      if (name === "Status") response.statusCode = Number(value.slice(0, 3));
      else if (name !== "") response.setHeader(name, value);
    }
    response.end(output.subarray(end + 4));
  });
}
