/** Each colour on a light page and on a dark one. */
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

/** The colours and typefaces that the workbench and the static pages share, as custom properties of CSS. */
export const designTokens: string = [
  `:root{color-scheme:light dark;${colorTokens.join(";")};`,
  "--sans:system-ui,-apple-system,'Segoe UI',sans-serif;",
  "--mono:ui-monospace,'SF Mono','DejaVu Sans Mono',Menlo,Consolas,monospace}",
  // The reader's choice in the workbench; the static pages follow the system.
  ":root[data-theme=light]{color-scheme:light}",
  ":root[data-theme=dark]{color-scheme:dark}",
].join("");
