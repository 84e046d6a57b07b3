import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What an ID token says; `undefined` leaves a claim out. */
type Claims = Readonly<Record<string, unknown>>;

/** How the next answers of the provider differ from right ones. */
export type Lie = {
  readonly claims?: Claims;
  readonly header?: Claims;
  /** Sign with a key that the provider does not publish. */
  readonly isForged?: boolean;
  /** Close the connection instead of exchanging a code. */
  readonly isDown?: boolean;
  /** What the user information says instead of nothing more than the subject. */
  readonly information?: Claims;
};

export type RogueProvider = {
  readonly issuer: string;
  lie: Lie;
  /** Codes that were exchanged. */
  readonly exchanged: readonly string[];
};

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const base = { sub: "ada", name: "Ada", groups: ["admins"] };

/** An identity provider that signs everyone in at once and says whatever a test wants. Only well-formed requests of PKCE count. */
export async function startRogueProvider(): Promise<RogueProvider> {
  const pending = new Map<string, { readonly nonce: string; readonly challenge: string }>();
  const exchanged: string[] = [];
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: RogueProvider = { issuer, lie: {}, exchanged };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    const json = (value: object, status = 200): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (pathname === "/.well-known/openid-configuration") return json(metadataOf(issuer));
    if (pathname === "/keys") {
      const key = { ...keys.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" };
      return json({ keys: [key] });
    }
    if (pathname === "/information") return json(provider.lie.information ?? { sub: base.sub });
    if (pathname === "/authorize") {
      const code = randomBytes(12).toString("hex");
      pending.set(code, {
        ...{ nonce: searchParams.get("nonce") ?? "", challenge: searchParams.get("code_challenge") ?? "" },
      });
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({ code, state: searchParams.get("state") ?? "" }).toString();
      return void response.writeHead(303, { location: back.href }).end();
    }
    if (provider.lie.isDown) return void request.socket.destroy();
    const fields = new URLSearchParams(await bodyOf(request));
    const code = fields.get("code") ?? "";
    const known = pending.get(code);
    const challenge = createHash("sha256")
      .update(fields.get("code_verifier") ?? "")
      .digest("base64url");
    if (known?.challenge !== challenge) return json({ error: "invalid_grant" }, 400);
    pending.delete(code);
    exchanged.push(code);
    const { claims, header, isForged } = provider.lie;
    const now = Math.floor(Date.now() / 1000);
    const said = { iss: issuer, aud: "hub", iat: now, exp: now + 60, nonce: known.nonce, ...base, ...claims };
    const key = isForged ? stranger.privateKey : keys.privateKey;
    json({
      ...{ access_token: "access", token_type: "bearer" },
      id_token: tokenOf({ alg: "RS256", kid: "1", ...header }, said, key),
    });
  };
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return provider;
}

function metadataOf(issuer: string): object {
  return {
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    ...{ jwks_uri: `${issuer}/keys`, response_types_supported: ["code"] },
    userinfo_endpoint: `${issuer}/information`,
    ...{ subject_types_supported: ["public"], id_token_signing_alg_values_supported: ["RS256"] },
    code_challenge_methods_supported: ["S256"],
  };
}

function tokenOf(header: Claims, claims: Claims, key: KeyObject): string {
  const part = (value: Claims): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part(header)}.${part(claims)}`;
  const signature = header.alg === "none" ? "" : sign("sha256", Buffer.from(text), key).toString("base64url");
  return `${text}.${signature}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
