import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";

export type TestAccount = { readonly name: string; groups: readonly string[] };

/** A real identity provider on loopback. Its own sign-in page takes any of the accounts. */
export async function startProvider(
  callback: string,
  accounts: Readonly<Record<string, TestAccount>>,
): Promise<{ readonly issuer: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: "hub", client_secret: "a secret of the client", redirect_uris: [callback] },
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    cookies: { keys: ["test"] },
    claims: { openid: ["sub"], profile: ["name"], email: ["email"], groups: ["groups"] },
    scopes: ["openid", "profile", "email", "groups"],
    findAccount: (_, id) =>
      accounts[id] && {
        accountId: id,
        claims: async () => ({ sub: id, email: `${id}@example.org`, ...accounts[id] }),
      },
  });
  server.on("request", provider.callback());
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { issuer };
}
