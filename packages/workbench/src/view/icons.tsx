import type { ComponentChildren } from "preact";

/** Each state has its own shape, so that colour is never the only sign. */
export type IconName =
  | ("invalid" | "valid" | "owner" | "error" | "warning" | "info" | "fix" | "key" | "theme" | "team")
  | ("passed" | "failed" | "not-run");

/** A small drawing beside a text that says the same: assistive technology skips it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      {shapes[name]}
    </svg>
  );
}

const shapes: { readonly [name in IconName]: ComponentChildren } = {
  invalid: (
    <>
      <circle cx="10" cy="10" r="8" />
      <path d="M7 7l6 6M13 7l-6 6" />
    </>
  ),
  error: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M7.5 7.5l5 5M12.5 7.5l-5 5" />
    </>
  ),
  valid: (
    <>
      <circle cx="10" cy="10" r="8" />
      <path d="M6.5 10.3l2.4 2.4 4.6-5" />
    </>
  ),
  owner: (
    <>
      <circle cx="10" cy="6.5" r="3" />
      <path d="M4 17c.5-4 3-6 6-6s5.5 2 6 6" />
    </>
  ),
  team: (
    <>
      <circle cx="7" cy="7" r="2.5" />
      <circle cx="13.5" cy="7.5" r="2" />
      <path d="M2 16c.4-3.2 2.4-5 5-5s4.6 1.8 5 5M13 11c2.4 0 4.3 1.5 4.8 4.5" />
    </>
  ),
  passed: <path d="M4 10.5l4 4 8-9" />,
  failed: <path d="M5 5l10 10M15 5L5 15" />,
  "not-run": <path d="M4 10h12" />,
  warning: <path d="M10 3l7.5 13.5h-15zM10 8v4M10 14v.5" />,
  info: (
    <>
      <rect x="3" y="3" width="14" height="14" rx="2" />
      <path d="M10 9v5M10 6v.5" />
    </>
  ),
  fix: <path d="M3 17l8-8M13 3v4M11 5h4M16 9v3M14.5 10.5h3" />,
  key: (
    <>
      <circle cx="7" cy="12" r="3.5" />
      <path d="M9.5 9.5L16 3M13 6l2.5 2.5" />
    </>
  ),
  theme: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path class="filled" d="M10 3a7 7 0 0 1 0 14z" />
    </>
  ),
};
