import type { Invited } from "@skillwright/core/registry";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { type ReactNode, useState } from "react";
import { useChange } from "../api/use-hub.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Select, TextField } from "../ui/field.tsx";
import { useToast } from "../ui/toast.tsx";
import type { Person } from "./people-section.tsx";

type EditPersonProps = {
  /** Undefined adds a person. */
  readonly person: Person | undefined;
  readonly teams: readonly string[];
  readonly onClose: () => void;
  readonly onInvited: (invited: Invited) => void;
};

type GivenRole = { readonly team: string; readonly role: string };
const lists = ["GET /api/v1/members"] as const;

/** The roles of a person; for a new one also the name. */
export function EditPerson({ person, teams, onClose, onInvited }: EditPersonProps): ReactNode {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const given = person?.roles.map(({ team, role }) => ({ team, role }));
  const [roles, setRoles] = useState<readonly GivenRole[]>(given ?? [{ team: "", role: "reader" }]);
  const show = useToast();
  const add = useChange("POST /api/v1/members", lists);
  const change = useChange("PUT /api/v1/members/{person}", lists);
  const error = (add.error ?? change.error)?.message;
  const save = (): void => {
    if (person !== undefined)
      change.mutate(
        { params: { person: person.person }, body: { roles } },
        {
          onSuccess: () => {
            show({ text: `Roles of ${person.name} changed.` });
            onClose();
          },
        },
      );
    else
      add.mutate(
        { body: { name, roles, ...(email !== "" && { email }) } },
        {
          onSuccess: (invited) => {
            onClose();
            onInvited(invited);
          },
        },
      );
  };
  return (
    <Dialog
      title={person === undefined ? "Add a person" : `Roles of ${person.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={add.isPending || change.isPending} onClick={save}>
            {person === undefined ? "Add person" : "Change roles"}
          </Button>
        </>
      }
    >
      {person === undefined && (
        <>
          <TextField
            label="Name"
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="Email (optional)"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value.trim())}
          />
        </>
      )}
      <RoleRows {...{ roles, teams, setRoles }} />
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}

const roleOptions = [
  { value: "reader", label: "Reader: finds and uses skills" },
  { value: "publisher", label: "Publisher: also publishes" },
  { value: "reviewer", label: "Reviewer: approves, sees the log" },
  { value: "admin", label: "Administrator: everything" },
];

type RoleRowsProps = {
  readonly roles: readonly GivenRole[];
  readonly teams: readonly string[];
  readonly setRoles: (roles: readonly GivenRole[]) => void;
};

function RoleRows({ roles, teams, setRoles }: RoleRowsProps): ReactNode {
  const setRole = (at: number, next: Partial<GivenRole>): void =>
    setRoles(roles.map((one, index) => (index === at ? { ...one, ...next } : one)));
  return (
    <>
      {roles.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <div key={index} className="settings-row">
          <Select
            label="Role"
            value={one.role}
            onChange={(role) => setRole(index, { role })}
            options={roleOptions}
          />
          <Select
            label="In"
            value={one.team}
            onChange={(team) => setRole(index, { team })}
            options={[
              { value: "", label: "Whole tenant" },
              ...teams.map((team) => ({ value: team, label: `Team ${team}` })),
            ]}
          />
          {roles.length > 1 && (
            <IconButton
              icon={Trash}
              label="Remove this role"
              onClick={() => setRoles(roles.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      <div>
        <Button icon={Plus} onClick={() => setRoles([...roles, { team: "", role: "reader" }])}>
          Another role
        </Button>
      </div>
    </>
  );
}
