import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { switchTheme } from "../page/theme.ts";
import { Icon } from "./icons.tsx";
import { showResults } from "./show-results.ts";

/** The bar of the page: what it is about, the other pages, and what can be done. On a phone, the latter two are a menu. */
export function PageBar({ base, current, about, children, isDemo = false }: Props) {
  const isOpen = useSignal(false);
  return (
    <header class="bar">
      <button type="button" class="skip" onClick={showResults}>
        Skip to the verdict
      </button>
      <a class="brand" href={isDemo ? "." : `${base}/`}>
        <span class="bead" aria-hidden="true" />
        <strong>Assay</strong>
      </a>
      <button
        type="button"
        class="menu-button"
        aria-expanded={isOpen.value}
        aria-controls="menu"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Menu
      </button>
      {about}
      <div class={isOpen.value ? "menu is-open" : "menu"} id="menu">
        {!isDemo && (
          <nav aria-label="Pages">
            {pages.map(([path, name]) => (
              <a key={path} href={`${base}${path}`} aria-current={path === current ? "page" : undefined}>
                {name}
              </a>
            ))}
          </nav>
        )}
        {children}
        <button type="button" class="icon-only" onClick={switchTheme} aria-label="Switch between light and dark">
          <Icon name="theme" />
        </button>
      </div>
    </header>
  );
}

interface Props {
  readonly base: string;
  readonly current: "/" | "/rules";
  /** What is chosen: always in sight. */
  readonly about: ComponentChildren;
  readonly children: ComponentChildren;
  /** Whether there are no other pages. */
  readonly isDemo?: boolean | undefined;
}

/** The static pages have the same. */
const pages = [
  ["/", "Workbench"],
  ["/rules", "Rules"],
  ["/docs", "Docs"],
  ["/docs/api", "API"],
  ["/diagnostics", "Diagnostics"],
] as const;
