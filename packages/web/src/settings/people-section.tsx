import type { HubMember, Invited, SignInLink } from "@skillwright/core/registry";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useChange, useHub, useHubPages } from "../api/use-hub.ts";
import { useMay } from "../api/use-me.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { useToast } from "../ui/toast.tsx";
import { EditPerson } from "./edit-person.tsx";
import { ShownOnce } from "./shown-once.tsx";

export type Person = Pick<HubMember, "person" | "name" | "email" | "isDisabled"> & {
  readonly roles: readonly Pick<HubMember, "team" | "role" | "isFromGroups">[];
};

const lists = ["GET /api/v1/members"] as const;

/** Who has which role here. */
export function PeopleSection(): ReactNode {
  const may = useMay();
  const members = useHubPages("GET /api/v1/members", {}, { cursorName: "after" });
  const teams = useHub("GET /api/v1/teams", {});
  const [editing, setEditing] = useState<Person | "new">();
  const [removing, setRemoving] = useState<Person>();
  const [link, setLink] = useState<SignInLink>();
  return (
    <Card
      isFlush
      title="People and roles"
      actions={
        may("members:write") && (
          <Button kind="primary" onClick={() => setEditing("new")}>
            Add person
          </Button>
        )
      }
    >
      <Loaded of={members}>
        {({ pages }) => {
          const people = groupMembers(pages.flatMap((page) => page.members));
          if (people.length === 0)
            return (
              <EmptyState isSmall title="No one has a role in this tenant">
                Add a person, or give roles to groups of the identity provider.
              </EmptyState>
            );
          return (
            <Table
              caption="People"
              keyOf={({ person }) => person}
              rows={people}
              columns={columnsOf({ onEdit: setEditing, onRemove: setRemoving, onLink: setLink })}
            />
          );
        }}
      </Loaded>
      {members.hasNextPage && (
        <div className="card-body">
          <Button onClick={() => void members.fetchNextPage()}>Show more</Button>
        </div>
      )}
      {editing !== undefined && (
        <EditPerson
          person={editing === "new" ? undefined : editing}
          teams={teams.data?.teams.map(({ name }) => name) ?? []}
          onClose={() => setEditing(undefined)}
          onInvited={(invited: Invited) => setLink(invited)}
        />
      )}
      <ShownOnce
        title="A link to sign in"
        secret={link && new URL(link.link, window.location.origin).href}
        expiresAt={link?.expiresAt}
        onClose={() => setLink(undefined)}
      >
        Send it to the person over a way you trust. It works once, and it is not shown again.
      </ShownOnce>
      <RemovePerson person={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  );
}

function Roles({ roles }: Pick<Person, "roles">): ReactNode {
  return (
    <span className="settings-badges">
      {roles.map(({ role, team, isFromGroups }) => (
        <Badge
          key={`${role} ${team} ${isFromGroups}`}
          tone={role === "admin" ? "accent" : "neutral"}
          {...(isFromGroups && { title: "From a group of the identity provider" })}
        >
          {role}
          {team === "" ? "" : ` in ${team}`}
        </Badge>
      ))}
    </span>
  );
}

function groupMembers(members: readonly HubMember[]): readonly Person[] {
  const people = Map.groupBy(members, ({ person }) => person);
  return [...people.values()].flatMap((own) => {
    const [first] = own;
    return first === undefined ? [] : [{ ...first, roles: own }];
  });
}

type PersonHandlers = {
  readonly onEdit: (person: Person) => void;
  readonly onRemove: (person: Person) => void;
  readonly onLink: (link: SignInLink) => void;
};

function columnsOf({
  onEdit,
  onRemove,
  onLink,
}: PersonHandlers): ComponentProps<typeof Table<Person>>["columns"] {
  return [
    {
      title: "Name",
      cell: ({ name, email }) => (
        <span className="settings-name">
          <span className="clip" title={name}>
            {name}
          </span>
          {email !== undefined && <small className="clip">{email}</small>}
        </span>
      ),
    },
    { title: "Roles", cell: ({ roles }) => <Roles roles={roles} /> },
    {
      title: "State",
      cell: ({ isDisabled }) =>
        isDisabled ? <Badge tone="warn">Disabled</Badge> : <Badge tone="good">Active</Badge>,
    },
    {
      title: "Actions",
      isNumber: true,
      cell: (one) => <PersonActions person={one} onEdit={onEdit} onRemove={onRemove} onLink={onLink} />,
    },
  ];
}

function PersonActions({
  person: one,
  onEdit,
  onRemove,
  onLink,
}: PersonHandlers & { readonly person: Person }): ReactNode {
  const may = useMay();
  const show = useToast();
  const onError = ({ message }: Error): void => show({ text: message, isBad: true });
  const disable = useChange("PUT /api/v1/people/{person}", lists);
  const sign = useChange("POST /api/v1/people/{person}/link", []);
  const toggle = ({ person, name, isDisabled }: Person): void =>
    disable.mutate(
      { params: { person }, body: { isDisabled: !isDisabled } },
      { onError, onSuccess: () => show({ text: `${name} is ${isDisabled ? "enabled" : "disabled"}.` }) },
    );
  return (
    <div className="settings-actions">
      {may("members:write") && (
        <>
          <Button aria-label={`Change roles of ${one.name}`} onClick={() => onEdit(one)}>
            Roles
          </Button>
          <Button aria-label={`Remove ${one.name}`} onClick={() => onRemove(one)}>
            Remove
          </Button>
        </>
      )}
      {may("tenants:write") && (
        <>
          <Button
            aria-label={`Sign-in link for ${one.name}`}
            onClick={() => sign.mutate({ params: { person: one.person } }, { onError, onSuccess: onLink })}
          >
            Link
          </Button>
          <Button
            aria-label={`${one.isDisabled ? "Enable" : "Disable"} ${one.name}`}
            onClick={() => toggle(one)}
          >
            {one.isDisabled ? "Enable" : "Disable"}
          </Button>
        </>
      )}
    </div>
  );
}

type RemovePersonProps = { readonly person: Person | undefined; readonly onClose: () => void };

function RemovePerson({ person, onClose }: RemovePersonProps): ReactNode {
  const show = useToast();
  const onError = ({ message }: Error): void => show({ text: message, isBad: true });
  const remove = useChange("DELETE /api/v1/members/{person}", lists);
  return (
    <Confirm
      title={`Remove ${person?.name ?? ""} from this tenant?`}
      action="Take all roles"
      isDangerous
      isOpen={person !== undefined}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { person: person?.person ?? "" } },
          {
            onError,
            onSuccess: () => show({ text: `${person?.name} has no role here any more.` }),
            onSettled: onClose,
          },
        )
      }
    >
      <p>They lose every role in this tenant at once. What they published stays.</p>
    </Confirm>
  );
}
