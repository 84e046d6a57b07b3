import type { CreatedToken, HubToken } from "@skillwright/core/registry";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useChange, useHub, useHubPages } from "../api/use-hub.ts";
import { useMay } from "../api/use-me.ts";
import { useUrlState } from "../state/use-url-state.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Select } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { useToast } from "../ui/toast.tsx";
import { CreateToken } from "./create-token.tsx";
import { ShownOnce } from "./shown-once.tsx";

/** The user's tokens, and all of the tenant for those who may see them. */
export function TokensSection(): ReactNode {
  const may = useMay();
  const [{ of }, setState] = useUrlState({ of: "me" });
  const isAll = of === "all" && may("members:read");
  const own = useHubPages("GET /api/v1/me/tokens", {}, { isEnabled: !isAll, cursorName: "after" });
  const all = useHubPages("GET /api/v1/tokens", {}, { isEnabled: isAll, cursorName: "after" });
  const [created, setCreated] = useState<CreatedToken>();
  const [isCreating, setCreating] = useState(false);
  const shown = isAll ? all : own;
  return (
    <Card
      isFlush
      title="Tokens"
      actions={
        <div className="settings-actions">
          {may("members:read") && (
            <Select
              isInline
              label="Whose tokens"
              value={isAll ? "all" : "me"}
              onChange={(next) => setState({ of: next })}
              options={[
                { value: "me", label: "Yours" },
                { value: "all", label: "All of the tenant" },
              ]}
            />
          )}
          <Button kind="primary" onClick={() => setCreating(true)}>
            Create token
          </Button>
        </div>
      }
    >
      <Loaded of={shown}>
        {({ pages }) => (
          <TokenTable
            tokens={pages.flatMap(({ tokens }) => tokens).filter(({ kind }) => kind !== "link")}
            onMore={shown.hasNextPage ? () => void shown.fetchNextPage() : undefined}
          />
        )}
      </Loaded>
      <CreateToken
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(token) => {
          setCreating(false);
          setCreated(token);
        }}
      />
      <ShownOnce
        title="Your new token"
        secret={created?.token}
        expiresAt={created?.expiresAt}
        onClose={() => setCreated(undefined)}
      >
        Copy it now and keep it like a password. It is not shown again.
      </ShownOnce>
    </Card>
  );
}

type TokenTableProps = {
  readonly tokens: readonly HubToken[];
  readonly onMore: (() => void) | undefined;
};

function TokenTable({ tokens, onMore }: TokenTableProps): ReactNode {
  const [revoking, setRevoking] = useState<HubToken>();
  const show = useToast();
  const revoke = useChange("DELETE /api/v1/tokens/{id}", ["GET /api/v1/me/tokens", "GET /api/v1/tokens"]);
  const members = useHub("GET /api/v1/members", {}, { isEnabled: useMay()("members:read") });
  const names = new Map(members.data?.members.map(({ person, name }) => [person, name]));
  if (tokens.length === 0)
    return (
      <EmptyState isSmall title="No tokens">
        A token lets a program act in your name, such as the command or an agent on your machine.
      </EmptyState>
    );
  const confirm = (): void =>
    revoke.mutate(
      { params: { id: revoking?.id ?? "" } },
      {
        onSuccess: () => show({ text: `${revoking?.name} is revoked.` }),
        onError: ({ message }) => show({ text: message, isBad: true }),
        onSettled: () => setRevoking(undefined),
      },
    );
  return (
    <>
      <Table
        caption="List of tokens"
        keyOf={({ id }) => id}
        rows={tokens}
        columns={columnsOf(names, setRevoking)}
      />
      {onMore && (
        <div className="card-body">
          <Button onClick={onMore}>Show more</Button>
        </div>
      )}
      <Confirm
        title={`Revoke ${revoking?.name ?? ""}?`}
        action="Revoke token"
        isDangerous
        isOpen={revoking !== undefined}
        isBusy={revoke.isPending}
        onClose={() => setRevoking(undefined)}
        onConfirm={confirm}
      >
        <p>Whatever uses it stops working at once, with the sessions it has opened. This cannot be undone.</p>
      </Confirm>
    </>
  );
}

function describeRole(role: string | undefined, team: string, scopes: number | undefined): string {
  const base = role === undefined ? "Yours" : `${role}${team === "" ? "" : ` in ${team}`}`;
  return scopes === undefined ? base : `${base}, ${scopes} permissions`;
}

function columnsOf(
  names: ReadonlyMap<string, string>,
  onRevoke: (token: HubToken) => void,
): ComponentProps<typeof Table<HubToken>>["columns"] {
  return [
    {
      title: "Name",
      cell: ({ name, kind, person }) => (
        <span className="settings-name">
          <span className="clip" title={name}>
            {name}
          </span>
          <small className="clip">
            {kind === "service" ? "Has a role of its own" : `Acts for ${names.get(person ?? "") ?? "you"}`}
          </small>
        </span>
      ),
    },
    { title: "Role", cell: ({ role, team, scopes }) => describeRole(role, team, scopes?.length) },
    { title: "Last used", cell: ({ usedAt }) => (usedAt ? <RelativeTime time={usedAt} /> : "Never") },
    {
      title: "Ends",
      cell: ({ expiresAt, isValid }) => <End expiresAt={expiresAt} isValid={isValid} />,
    },
    {
      title: "Actions",
      isNumber: true,
      cell: (token) =>
        token.isValid && (
          <Button aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        ),
    },
  ];
}

function End({ expiresAt, isValid }: Pick<HubToken, "expiresAt" | "isValid">): ReactNode {
  if (!isValid) return <Badge>Over</Badge>;
  return expiresAt === undefined ? "Never" : <RelativeTime time={expiresAt} />;
}
