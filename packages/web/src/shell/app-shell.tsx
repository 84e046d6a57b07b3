import MenuIcon from "lucide-react/icons/menu";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "wouter";
import { IconButton } from "../ui/button.tsx";
import "./app-shell.css";
import { Brand, Navigation } from "./navigation.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { UserMenu } from "./user-menu.tsx";

/** The frame around every page: menu at the side, or in a drawer on narrow screens. */
export function AppShell({ children }: { readonly children: ReactNode }): ReactNode {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const drawer = useRef<HTMLDialogElement>(null);
  useNavigated(path, () => {
    drawer.current?.close();
    // Screen readers and keyboards continue in the new page, not in the menu.
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  });
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <aside className="sidebar" aria-label="Dashboard">
        <SidebarContent />
      </aside>
      <dialog ref={drawer} className="sidebar" aria-label="Menu" closedby="any">
        <SidebarContent />
      </dialog>
      <div className="main">
        <header className="topbar">
          <IconButton icon={MenuIcon} label="Open menu" onClick={() => drawer.current?.showModal()} />
          <Brand />
        </header>
        <OfflineBanner />
        <main id="main" ref={main} tabIndex={-1} className="main">
          {children}
        </main>
      </div>
    </div>
  );
}

function SidebarContent(): ReactNode {
  return (
    <>
      <Brand />
      <Navigation />
      <UserMenu />
    </>
  );
}

/** Calls back when another page is shown, but not for the first one. */
function useNavigated(path: string, onNavigated: () => void): void {
  const previous = useRef(path);
  const handle = useEffectEvent(onNavigated);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    handle();
  }, [path]);
}
