import { type Handler, startServer, type TestServer } from "../http/test-servers.ts";
import type { SiteFile } from "./site.ts";

/** Serves files below a folder of the server, as any web server does. */
export function startSite(
  files: readonly SiteFile[],
  below = "",
  check: Handler = () => {},
): Promise<TestServer> {
  const byPath = new Map(files.map(({ path, bytes }) => [`${below}/${path}`, bytes]));
  return startServer((request, response) => {
    check(request, response);
    if (response.headersSent) return;
    const bytes = byPath.get(request.url ?? "");
    if (bytes === undefined) response.writeHead(404).end("<h1>Not found</h1>");
    else response.end(bytes);
  });
}
