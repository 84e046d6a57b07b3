import type { ComponentProps, ReactNode } from "react";
import { Link as RouterLink } from "wouter";
import { useTenant, withTenant } from "../state/use-tenant.ts";

type LinkProps = Omit<ComponentProps<"a">, "href"> & { readonly href: string; readonly children: ReactNode };

/** A link inside the dashboard. It stays in the current tenant. */
export function Link({ href, children, ...rest }: LinkProps): ReactNode {
  const tenant = useTenant();
  return (
    <RouterLink href={withTenant(href, tenant)} {...rest}>
      {children}
    </RouterLink>
  );
}
