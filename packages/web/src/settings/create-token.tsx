import { type CreatedToken, type Role, roles } from "@skillwright/core/registry";
import { type ReactNode, useState } from "react";
import { useChange, useHub } from "../api/use-hub.ts";
import { useMay, useMe } from "../api/use-me.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Select, TextField } from "../ui/field.tsx";

type CreateTokenProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (token: CreatedToken) => void;
};

const lists = ["GET /api/v1/me/tokens", "GET /api/v1/tokens"] as const;

/** A token that acts for the user, or one with a role for agents and builds. */
export function CreateToken({ isOpen, onClose, onCreated }: CreateTokenProps): ReactNode {
  const me = useMe();
  const may = useMay();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role | "">(me?.person === undefined ? "reader" : "");
  const [team, setTeam] = useState("");
  const [days, setDays] = useState("90");
  const teams = useHub("GET /api/v1/teams", {}, { isEnabled: isOpen && may("members:read") });
  const personal = useChange("POST /api/v1/me/tokens", lists);
  const service = useChange("POST /api/v1/tokens", lists);
  const error = (role === "" ? personal : service).error?.message;
  const create = (): void => {
    const body = { name, expiresInDays: Number(days) };
    const options = {
      onSuccess: (token: CreatedToken) => {
        setName("");
        onCreated(token);
      },
    };
    if (role === "") personal.mutate({ body }, options);
    else service.mutate({ body: { ...body, role, team } }, options);
  };
  const own = me?.person === undefined ? [] : [{ value: "", label: "Mine: it acts for me" }];
  const others = may("tokens:write") ? roles.map((one) => ({ value: one, label: labels[one] })) : [];
  return (
    <Dialog
      title="Create a token"
      {...{ isOpen, onClose }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={personal.isPending || service.isPending} onClick={create}>
            Create token
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        hint="What uses it, such as laptop or nightly-build."
        value={name}
        maxLength={100}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="settings-row">
        <Select
          label="Role"
          value={role}
          onChange={(next) => setRole(roles.find((one) => one === next) ?? "")}
          options={[...own, ...others]}
        />
        {role !== "" && (teams.data?.teams.length ?? 0) > 0 && (
          <Select
            label="Team"
            value={team}
            onChange={setTeam}
            options={[
              { value: "", label: "Whole tenant" },
              ...(teams.data?.teams ?? []).map((one) => ({ value: one.name, label: one.name })),
            ]}
          />
        )}
        <Select label="Ends after" value={days} onChange={setDays} options={lengths} />
      </div>
    </Dialog>
  );
}

const labels: Readonly<Record<Role, string>> = {
  admin: "Administrator",
  reviewer: "Reviewer",
  publisher: "Publisher",
  reader: "Reader",
  agent: "Agent",
};

const lengths = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "366", label: "One year" },
];
