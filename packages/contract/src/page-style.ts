/** The colors, each for the light and the dark theme. */
const colors = {
  page: ["#f6f5f1", "#101114"],
  surface: ["#ffffff", "#191a1e"],
  shade: ["#efeee8", "#26272d"],
  text: ["#1b1c1e", "#e9e9e6"],
  muted: ["#585c63", "#a6abb3"],
  line: ["#dddbd2", "#303239"],
  "strong-line": ["#8b8779", "#72767f"],
  link: ["#74490a", "#e8b45c"],
  accent: ["#875800", "#e3a43a"],
  "on-accent": ["#ffffff", "#1b1c1e"],
  error: ["#b02318", "#ff8b80"],
  "error-back": ["#fdefed", "#2b1718"],
  "error-line": ["#dd9a93", "#84403c"],
  owner: ["#5f3a9c", "#c8aeff"],
  "owner-back": ["#f3effc", "#211b30"],
  "owner-line": ["#a895d3", "#61508c"],
  warning: ["#7d5300", "#f0c05a"],
  "warning-back": ["#fdf5e3", "#2a2213"],
  "warning-line": ["#d6b267", "#75602c"],
  valid: ["#176b41", "#62d49c"],
  "valid-back": ["#e9f6ee", "#12251b"],
  "valid-line": ["#86c3a1", "#35724f"],
  "json-name": ["#1d4377", "#8fbdf3"],
  "json-string": ["#26652f", "#a4d69c"],
  "json-scalar": ["#914600", "#f2ad6b"],
} as const;

const colorTokens = Object.entries(colors).map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`);

/** The colors and fonts that the workbench and the static pages share, as CSS custom properties. */
export const designTokens: string = [
  `:root{color-scheme:light dark;${colorTokens.join(";")};`,
  "--sans:system-ui,-apple-system,'Segoe UI',sans-serif;",
  "--mono:ui-monospace,'SF Mono','DejaVu Sans Mono',Menlo,Consolas,monospace}",
  // The reader's choice of theme. Without a choice, pages follow the system.
  ":root[data-theme=light]{color-scheme:light}",
  ":root[data-theme=dark]{color-scheme:dark}",
].join("");

/** The style of every page that has no separate style sheet: its bar, headings, listings, tables and buttons. */
export const baseStyle: string = [
  "*{box-sizing:border-box}",
  "body{margin:0;color:var(--text);background:var(--page);font:1rem/1.55 var(--sans);overflow-wrap:break-word}",
  "a{color:var(--link);text-underline-offset:.2em}",
  ":focus-visible{outline:2px solid var(--accent);outline-offset:2px}",
  ".bar{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.6rem 1rem;background:var(--surface);border-bottom:1px solid var(--line)}",
  ".brand{display:flex;gap:.45rem;align-items:center;color:inherit;font-size:1rem;text-decoration:none}",
  ".bead{width:1.15rem;height:1.15rem;border-radius:50%;background:radial-gradient(circle at 35% 30%,#fbe3a8,#e0a030 45%,#7d4f00);forced-color-adjust:none}",
  ".bar nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-left:auto}",
  ".bar nav a{padding:.2rem 0;color:inherit;text-decoration:none}",
  ".bar nav a:hover{text-decoration:underline}",
  ".bar nav [aria-current]{font-weight:600;box-shadow:0 2px var(--accent)}",
  "button{padding:.25rem .6rem;color:inherit;background:var(--surface);border:1px solid var(--strong-line);border-radius:.4rem;font:inherit;cursor:pointer}",
  "main{margin:0 auto;padding:1.25rem 1rem 4rem;max-width:48rem;min-width:0}",
  "h1{margin:.75rem 0;font-size:1.75rem;line-height:1.25}",
  "h2{margin:2.5rem 0 .75rem;font-size:1.25rem}",
  "h3{margin:1.75rem 0 .5rem;font-size:1rem}",
  "code,pre{font-family:var(--mono);font-size:.875rem}",
  "code{padding:.1em .3em;border-radius:.25rem;background:var(--shade)}",
  "pre code{padding:0;background:none}",
  "table{border-collapse:collapse;width:100%}",
  "th,td,h1,h2,h3{overflow-wrap:anywhere}",
  "th,td{padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}",
  "th{font-size:.875rem}",
  "td a{display:inline-block}",
  "li{margin:.25rem 0}",
].join("");
