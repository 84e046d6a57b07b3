import { type ReactNode, useState } from "react";
import { useChange, useHub } from "../api/use-hub.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { TextField } from "../ui/field.tsx";
import { Link } from "../ui/link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Table } from "../ui/table.tsx";

/** Tenants share nothing but what the enterprise gives to all. */
export function TenantsSection(): ReactNode {
  const tenants = useHub("GET /api/v1/tenants", {});
  const add = useChange("POST /api/v1/tenants", ["GET /api/v1/tenants", "GET /api/v1/me"]);
  const [id, setId] = useState("");
  const [name, setName] = useState("");
  const create = (): void =>
    add.mutate(
      { body: { id, name: name === "" ? id : name } },
      {
        onSuccess: () => {
          setId("");
          setName("");
        },
      },
    );
  return (
    <>
      <Card title="New tenant">
        <form
          className="settings-row"
          onSubmit={(event) => {
            event.preventDefault();
            create();
          }}
        >
          <TextField
            label="Id"
            placeholder="emea"
            value={id}
            error={add.error?.message}
            onChange={(event) => setId(event.target.value.trim().toLowerCase())}
          />
          <TextField
            label="Name"
            placeholder="Europe"
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" kind="primary" isBusy={add.isPending} disabled={id === ""}>
            Create tenant
          </Button>
        </form>
      </Card>
      <Card title="Tenants" isFlush>
        <Loaded of={tenants}>
          {({ tenants: rows }) => (
            <Table
              caption="List of tenants"
              keyOf={(tenant) => tenant.id}
              rows={rows}
              columns={[
                {
                  title: "Tenant",
                  cell: (tenant) => (
                    <Link href={`/settings/people?tenant=${encodeURIComponent(tenant.id)}`}>
                      {tenant.name}
                    </Link>
                  ),
                },
                { title: "Id", cell: (tenant) => <span className="mono">{tenant.id}</span> },
                {
                  title: "New skills by",
                  cell: (tenant) => (tenant.publishersCreateSkills ? "Publishers" : "Administrators"),
                },
              ]}
            />
          )}
        </Loaded>
      </Card>
    </>
  );
}
