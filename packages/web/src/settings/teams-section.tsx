import { type ReactNode, useState } from "react";
import { useChange, useHub } from "../api/use-hub.ts";
import { useMay } from "../api/use-me.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { useToast } from "../ui/toast.tsx";

const lists = ["GET /api/v1/teams", "GET /api/v1/members", "GET /api/v1/tokens"] as const;

/** Teams own skills, and roles can be limited to one. */
export function TeamsSection(): ReactNode {
  const may = useMay();
  const teams = useHub("GET /api/v1/teams", {});
  const [removing, setRemoving] = useState<string>();
  const show = useToast();
  const remove = useChange("DELETE /api/v1/teams/{team}", lists);
  return (
    <>
      {may("members:write") && <NewTeam />}
      <Card title="Teams" isFlush>
        <Loaded of={teams}>
          {({ teams: rows }) =>
            rows.length === 0 ? (
              <EmptyState isSmall title="No teams">
                Without teams, every role is for the whole tenant.
              </EmptyState>
            ) : (
              <Table
                caption="List of teams"
                keyOf={(team) => team.name}
                rows={rows}
                columns={[
                  { title: "Team", cell: (team) => team.name },
                  {
                    title: "Actions",
                    isNumber: true,
                    cell: (team) =>
                      may("members:write") && (
                        <Button aria-label={`Remove ${team.name}`} onClick={() => setRemoving(team.name)}>
                          Remove
                        </Button>
                      ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
      <Confirm
        title={`Remove the team ${removing ?? ""}?`}
        action="Remove team"
        isDangerous
        isOpen={removing !== undefined}
        isBusy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { team: removing ?? "" } },
            {
              onSuccess: () => show({ text: `The team ${removing} is removed.` }),
              onError: ({ message }) => show({ text: message, isBad: true }),
              onSettled: () => setRemoving(undefined),
            },
          )
        }
      >
        <p>Roles and tokens in this team end at once. A team that owns skills cannot be removed.</p>
      </Confirm>
    </>
  );
}

function NewTeam(): ReactNode {
  const [name, setName] = useState("");
  const add = useChange("PUT /api/v1/teams/{team}", lists);
  const create = (): void => add.mutate({ params: { team: name } }, { onSuccess: () => setName("") });
  return (
    <Card title="New team">
      <form
        className="settings-row"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <TextField
          label="Name of the team"
          placeholder="platform"
          value={name}
          error={add.error?.message}
          onChange={(event) => setName(event.target.value.trim().toLowerCase())}
        />
        <Button type="submit" kind="primary" isBusy={add.isPending} disabled={name === ""}>
          Create team
        </Button>
      </form>
    </Card>
  );
}
