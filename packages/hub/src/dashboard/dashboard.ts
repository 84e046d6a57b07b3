import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The pages for people, as files that were built before. They are small, so they stay in memory. */
export type Dashboard = {
  /** The page that shows every address of the dashboard. */
  page(request: Request): Response;
  /** A script, style or font; undefined if there is none of that name. Names contain the hash of the content. */
  asset(name: string, request: Request): Response | undefined;
};

export function loadDashboard(folder: string | undefined = findBuiltPages()): Dashboard {
  if (folder === undefined) return { page: missingPage, asset: () => undefined };
  const assets = readAssets(`${folder}/assets`);
  const index = readFileSync(`${folder}/index.html`);
  const etag = `"${createHash("sha256").update(index).digest("base64url").slice(0, 22)}"`;
  const headers = { ...pageHeaders, etag, "cache-control": "no-cache" };
  return {
    page: (request) =>
      request.headers.get("if-none-match") === etag
        ? new Response(null, { status: 304, headers })
        : new Response(index, { headers }),
    asset: (name, request) => {
      const asset = assets.get(name);
      return asset && assetAnswer(asset, request.headers.get("accept-encoding") ?? "");
    },
  };
}

/** Beside the bundled command, or in the hub's own package. */
function findBuiltPages(): string | undefined {
  return ["./web", "../../web"]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((folder) => existsSync(`${folder}/index.html`));
}

type Asset = {
  readonly type: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly br: Uint8Array<ArrayBuffer> | undefined;
  readonly gzip: Uint8Array<ArrayBuffer> | undefined;
};

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const names = new Set(readdirSync(folder));
  const read = (name: string): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(`${folder}/${name}`));
  const variant = (name: string): Uint8Array<ArrayBuffer> | undefined =>
    names.has(name) ? read(name) : undefined;
  const assets = new Map<string, Asset>();
  for (const name of names) {
    const type = types[name.slice(name.lastIndexOf(".") + 1)];
    if (type === undefined) continue;
    assets.set(name, {
      ...{ type, plain: read(name), br: variant(`${name}.br`), gzip: variant(`${name}.gz`) },
    });
  }
  return assets;
}

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

function assetAnswer({ type, plain, br, gzip }: Asset, accepted: string): Response {
  const headers = { "content-type": type, "cache-control": forever, vary: "accept-encoding" };
  if (br !== undefined && /\bbr\b/.test(accepted))
    return new Response(br, { headers: { ...headers, "content-encoding": "br" } });
  if (gzip !== undefined && /\bgzip\b/.test(accepted))
    return new Response(gzip, { headers: { ...headers, "content-encoding": "gzip" } });
  return new Response(plain, { headers });
}

const forever = "public, max-age=31536000, immutable";

/** Nothing but the hub's own files, and no markup that could bring code or styles along. */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify",
  // Without a referrer, browsers would send the forms of these pages without their origin.
  "referrer-policy": "same-origin",
} as const;

function missingPage(): Response {
  const text = "The dashboard is not built. Run `npm run build`. The API is at /api/v1/openapi.json.\n";
  return new Response(text, { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } });
}
