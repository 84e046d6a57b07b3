import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearch } from "wouter";
import { HubError } from "../api/hub-error.ts";
import { useHub } from "../api/use-hub.ts";
import iconUrl from "../icon.svg";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import "./sign-in-page.css";
import { ownPath } from "./own-path.ts";

/** Sign-in with a token or at the identity provider; then back to where the user wanted to go. */
export function SignInPage(): ReactNode {
  const { data: hub } = useHub("GET /api/v1/hub", {});
  const returnTo = ownPath(new URLSearchParams(useSearch()).get("returnTo"));
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <img src={iconUrl} alt="" />
        <h1>Sign in to {hub?.name ?? "the hub"}</h1>
        {hub?.provider !== undefined && (
          <>
            <a
              className="button button-primary"
              href={`/sign-in/openid?returnTo=${encodeURIComponent(returnTo)}`}
            >
              Continue with {hub.provider}
            </a>
            <span className="sign-in-or">or</span>
          </>
        )}
        <TokenForm returnTo={returnTo} isPrimary={hub?.provider === undefined} />
      </div>
    </main>
  );
}

type TokenFormProps = { readonly returnTo: string; readonly isPrimary: boolean };

function TokenForm({ returnTo, isPrimary }: TokenFormProps): ReactNode {
  const [token, setToken] = useState("");
  const signIn = useMutation({
    mutationFn: () => sendToken(token),
    // A new page, so that nothing of another session remains in memory.
    onSuccess: () => window.location.assign(returnTo),
  });
  return (
    <form
      className="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <TextField
        label="Token"
        type="password"
        autoComplete="off"
        required
        value={token}
        onChange={(event) => setToken(event.target.value)}
        hint="Your administrator gives you a token or a sign-in link."
        error={signIn.error?.message}
      />
      <Button type="submit" kind={isPrimary ? "primary" : "normal"} isBusy={signIn.isPending}>
        {signIn.isPending ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}

async function sendToken(token: string): Promise<void> {
  const response = await fetch("/sign-in", {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ token }),
  }).catch(() => {
    throw new HubError(0, "UNREACHABLE", "The hub does not answer. Try again in a moment.");
  });
  if (response.ok) return;
  const limited = response.status === 429 ? "Too many attempts. Wait a minute and try again." : undefined;
  throw new HubError(response.status, "REFUSED", limited ?? "This token is not valid or has expired.");
}
