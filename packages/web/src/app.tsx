import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { Route, Switch, useRoute } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { ConnectionContext, createConnection } from "./api/connection.ts";
import { createQueryClient } from "./api/query-client.ts";
import { useHub } from "./api/use-hub.ts";
import { type PageEntry, pages } from "./pages.ts";
import { AppShell } from "./shell/app-shell.tsx";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { PageBoundary } from "./shell/page-boundary.tsx";
import { Page } from "./ui/page.tsx";
import { ErrorState, NoPermission, Skeleton } from "./ui/states.tsx";
import { ToastProvider } from "./ui/toast.tsx";

const connection = createConnection();
const client = createQueryClient({ connection, onSignedOut: openSignIn });
const SignIn = lazy(async () => ({ default: (await import("./sign-in/sign-in-page.tsx")).SignInPage }));
const loadedPages = pages.map((page) => ({
  page,
  Content: lazy(async () => ({ default: await page.load() })),
}));

export function App(): ReactNode {
  const [isSignIn] = useRoute("/sign-in");
  return (
    <ConnectionContext value={connection}>
      <QueryClientProvider client={client}>
        <ToastProvider>
          {isSignIn ? (
            <Suspense>
              <SignIn />
            </Suspense>
          ) : (
            <SignedIn />
          )}
        </ToastProvider>
      </QueryClientProvider>
    </ConnectionContext>
  );
}

/** The session is over: sign in again, then return to the same address. */
function openSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname === "/sign-in") return;
  const query = pathname === "/" && search === "" ? "" : `?returnTo=${encodeURIComponent(pathname + search)}`;
  navigate(`/sign-in${query}`, { replace: true });
}

function SignedIn(): ReactNode {
  const { data: me, error, refetch } = useHub("GET /api/v1/me", {});
  if (me === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  return (
    <AppShell>
      <PageBoundary>
        <Suspense fallback={<Skeleton lines={8} />}>
          <Switch>
            {loadedPages.map(({ page, Content }) => (
              <Route key={page.path} path={page.path}>
                {isAllowed(page, me.permissions) ? <Content /> : <Closed title={page.title} />}
              </Route>
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </PageBoundary>
    </AppShell>
  );
}

/** A page that the user's roles do not include. */
function Closed({ title }: Pick<PageEntry, "title">): ReactNode {
  return (
    <Page title={title}>
      <NoPermission />
    </Page>
  );
}

function isAllowed({ needs }: PageEntry, permissions: readonly string[]): boolean {
  return needs === undefined || permissions.includes(needs);
}
