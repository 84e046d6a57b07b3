import { expect, test } from "vitest";
import { logOf } from "../audit/test-log.ts";
import { startGovernedHub } from "../governance/test-governance.ts";
import { permissionsOf, roles } from "./permissions.ts";

const acknowledgement = { name: "laptop", program: "test", sequence: 1 };

test("whoever signs in as a person can run an agent: read and confirm the state, upload its log", async () => {
  const { call, person } = await startGovernedHub();
  for (const role of roles) {
    const token = await person(`a ${role}`, { role });
    expect((await call(token, "GET /api/v1/state")).status, role).toBe(200);
    const agent = `agent-of-${role}`;
    const confirmed = await call(token, "POST /api/v1/state/acknowledgements", { ...acknowledgement, agent });
    expect(confirmed.status, role).toBe(200);
    const upload = { stream: `log-of-${role}`, agent, lines: logOf(2) };
    expect((await call(token, "POST /api/v1/audit", upload)).status, role).toBe(200);
    expect(permissionsOf[role], role).toEqual(expect.arrayContaining([...permissionsOf.agent]));
  }
});
