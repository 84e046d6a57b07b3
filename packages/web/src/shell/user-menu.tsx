import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import LogOut from "lucide-react/icons/log-out";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useMe, useTenantName } from "../api/use-me.ts";
import { useTenant, withTenant } from "../state/use-tenant.ts";
import { useTheme } from "../state/use-theme.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";

/** Who is signed in and where; tenant, theme and sign-out. */
export function UserMenu(): ReactNode {
  const me = useMe();
  const tenantName = useTenantName();
  if (me === undefined) return null;
  const name = me.person?.name ?? me.id;
  const tenants = [...new Set(me.grants.map(({ tenant }) => tenant))].sort();
  const button = (
    <>
      <span className="user-avatar" aria-hidden>
        {initialsOf(name)}
      </span>
      <span className="user-names">
        <span className="clip">{name}</span>
        <small className="clip">{tenantName(me.tenant)}</small>
      </span>
      <ChevronsUpDown size={14} aria-hidden />
    </>
  );
  return (
    <Menu className="user-button" label="Account" button={button}>
      {tenants.length > 1 && <TenantItems tenants={tenants} current={me.tenant} />}
      <ThemeItems />
      <hr className="menu-line" />
      <MenuItem icon={LogOut} onClick={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

function TenantItems({ tenants, current }: { tenants: readonly string[]; current: string }): ReactNode {
  const [path, navigate] = useLocation();
  const chosen = useTenant();
  const tenantName = useTenantName();
  return (
    <>
      <p className="menu-note">Tenant</p>
      {tenants.map((tenant) => (
        <MenuItem
          key={tenant}
          isChecked={tenant === (chosen ?? current)}
          onClick={() => navigate(withTenant(path, tenant))}
        >
          {tenantName(tenant)}
        </MenuItem>
      ))}
      <hr className="menu-line" />
    </>
  );
}

const icons = { system: Monitor, light: Sun, dark: Moon } as const;
const labels = { system: "Same as system", light: "Light", dark: "Dark" } as const;

function ThemeItems(): ReactNode {
  const [theme, choose] = useTheme();
  return (
    <>
      <p className="menu-note">Theme</p>
      {(["system", "light", "dark"] as const).map((one) => (
        <MenuItem key={one} icon={icons[one]} isChecked={theme === one} onClick={() => choose(one)}>
          {labels[one]}
        </MenuItem>
      ))}
    </>
  );
}

/** A form, because the hub ends sessions only for its own pages and answers with a new one. */
function signOut(): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/sign-out";
  document.body.append(form);
  form.submit();
}

function initialsOf(name: string): string {
  const words = name.split(/[\s:@._-]/).filter((word) => word !== "");
  return words
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join("");
}
