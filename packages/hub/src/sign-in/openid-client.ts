import type { OpenIdSettings } from "../config/settings.ts";
import { isPlainLoopback } from "../http/client-address.ts";
import { hubLimits } from "../limits.ts";

/** What an identity provider says about a person. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly groups: readonly string[];
};

/** What the hub remembers between sending a person away and their return. */
export type PendingSignIn = { readonly state: string; readonly verifier: string; readonly nonce: string };

/** One identity provider. */
export type OpenIdClient = {
  /** The address to send a browser to. */
  begin(callback: string): Promise<PendingSignIn & { readonly address: string }>;
  /** Exchanges the code of the returned address; throws unless everything about it is genuine. */
  finish(returned: URL, pending: PendingSignIn): Promise<Identity>;
};

/** Speaks OpenID Connect: authorization code with PKCE, state and nonce. */
export function createOpenIdClient({
  issuer,
  clientId,
  clientSecret,
  groupsClaim,
}: OpenIdSettings): OpenIdClient {
  let discovered: ReturnType<typeof discover> | undefined;
  const discover = async () => {
    const client = await import("openid-client");
    // Other machines could read and change what is sent without encryption.
    const insecure = isPlainLoopback(issuer) ? { execute: [client.allowInsecureRequests] } : {};
    const auth = clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret);
    const options = { ...insecure, timeout: hubLimits.providerSeconds };
    const config = await client.discovery(new URL(issuer), clientId, {}, auth, options);
    // Whoever ends TLS between the provider and the hub could otherwise make up people.
    client.enableNonRepudiationChecks(config);
    return { client, config };
  };
  const connect = async () => {
    discovered ??= discover();
    // A provider that is down now may be up at the next attempt.
    discovered.catch(() => {
      discovered = undefined;
    });
    return discovered;
  };
  return {
    begin: async (callback) => {
      const { client, config } = await connect();
      const [state, nonce, verifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ];
      const address = client.buildAuthorizationUrl(config, {
        ...{ redirect_uri: callback, scope: "openid profile email groups", state, nonce },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return { state, nonce, verifier, address: address.href };
    },
    finish: async (returned, { state, verifier, nonce }) => {
      const { client, config } = await connect();
      const tokens = await client.authorizationCodeGrant(config, returned, {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new TypeError("the answer has no ID token");
      // Many providers put groups and names into their user information only.
      const hasAll = groupsClaim in claims && "name" in claims;
      const hasInformation = config.serverMetadata().userinfo_endpoint !== undefined;
      const more =
        hasAll || !hasInformation ? {} : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      return toIdentity({ ...more, ...claims }, { issuer: claims.iss, groupsClaim });
    },
  };
}

function toIdentity(
  claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  { issuer, groupsClaim }: { readonly issuer: string; readonly groupsClaim: string },
): Identity {
  const groups = claims[groupsClaim];
  const subject = claims.sub;
  // A longer one would have to be cut, and two people could become one.
  if (!/^[\x21-\x7e]{1,255}$/.test(subject)) throw new TypeError("the ID token has no valid subject");
  return {
    ...{ issuer, subject },
    name: text(claims.name) ?? text(claims.preferred_username) ?? text(claims.email) ?? subject.slice(0, 100),
    email: claims.email_verified === false ? undefined : text(claims.email),
    groups: Array.isArray(groups)
      ? groups.filter((one) => typeof one === "string").slice(0, hubLimits.groups)
      : [],
  };
}

/** PostgreSQL takes neither zero characters nor half a surrogate pair. */
function text(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  return value.slice(0, hubLimits.nameLength).replaceAll("\0", "\ufffd").toWellFormed();
}
