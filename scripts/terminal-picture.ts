/** The content of a terminal picture. */
export interface TerminalPicture {
  /** The output of a program, including the escape sequences for colors. */
  readonly text: string;
  /** The width of the terminal, in characters. */
  readonly columns: number;
  /** The alternative text for screen readers. */
  readonly title: string;
}

const lineHeight = 20;
const characterWidth = 8.4;
const margin = 16;
const colors: { readonly [code: number]: string } = {
  31: "#ff8b80",
  32: "#62d49c",
  33: "#f0c05a",
  34: "#8fbdf3",
  35: "#c8aeff",
  36: "#7fd6df",
  90: "#a6abb3",
};

/** Draws the output of a program as an SVG, in the dark colors of the pages. Every character fills one column. */
export function terminalPicture({ text, columns, title }: TerminalPicture): string {
  const lines = text.replace(/\n+$/, "").split("\n");
  const width = Math.ceil(columns * characterWidth + 2 * margin);
  const height = lines.length * lineHeight + 2 * margin;
  let style = plain;
  const drawn = lines.map((line, index) => {
    const runs = splitRuns(line, style);
    style = runs.at(-1)?.style ?? style;
    const y = margin + (index + 1) * lineHeight - 6;
    return `<text y="${y}">${runs.map(drawRun).join("")}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<title>${escapeXml(title)}</title>
<rect width="100%" height="100%" rx="10" fill="#101114"/>
<g font-family="ui-monospace,'SF Mono','DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14" fill="#e9e9e6">
${drawn.join("\n")}
</g>
</svg>
`;
}

interface Style {
  readonly color?: string | undefined;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly underline?: boolean;
}

interface Run {
  readonly text: string;
  readonly column: number;
  readonly style: Style;
}

const plain: Style = {};
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character.
const sequence = /\u001b\[([0-9;]*)m/;

function splitRuns(line: string, initialStyle: Style): readonly Run[] {
  const runs: Run[] = [];
  let style = initialStyle;
  let column = 0;
  // Every second part is the content of an escape sequence.
  line.split(sequence).forEach((part, index) => {
    if (index % 2 === 1) style = part.split(";").reduce((current, code) => applyCode(current, Number(code)), style);
    else {
      runs.push({ text: part, column, style });
      column += [...part].length;
    }
  });
  return runs;
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 24) return { ...style, underline: false };
  if (code === 39) return { ...style, color: undefined };
  return { ...style, color: colors[code] ?? style.color };
}

// Spaces become non-breaking spaces, because some renderers collapse ordinary ones.
function drawRun({ text, column, style }: Run): string {
  if (text === "") return "";
  const attributes = [
    `x="${(margin + column * characterWidth).toFixed(1)}"`,
    `textLength="${([...text].length * characterWidth).toFixed(1)}"`,
    ...(style.color === undefined ? [] : [`fill="${style.color}"`]),
    ...(style.bold ? ['font-weight="700"'] : []),
    ...(style.dim ? ['opacity="0.75"'] : []),
    ...(style.underline ? ['text-decoration="underline"'] : []),
  ];
  return `<tspan ${attributes.join(" ")}>${escapeXml(text).replaceAll(" ", "\u00a0")}</tspan>`;
}

function escapeXml(text: string): string {
  const entities: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
}
