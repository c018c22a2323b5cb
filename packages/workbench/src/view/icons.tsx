/** The icons. Each has its own shape, so that no state is recognizable by color alone. */
export type IconName = keyof typeof shapes;

/** Each icon's circles, as `x y radius`, and the data of its SVG path. */
const shapes = {
  invalid: { circles: ["10 10 8"], path: "M7 7l6 6M13 7l-6 6" },
  error: { circles: ["10 10 7"], path: "M7.5 7.5l5 5M12.5 7.5l-5 5" },
  valid: { circles: ["10 10 8"], path: "M6.5 10.3l2.4 2.4 4.6-5" },
  owner: { circles: ["10 6.5 3"], path: "M4 17c.5-4 3-6 6-6s5.5 2 6 6" },
  warning: { circles: [], path: "M10 3l7.5 13.5h-15zM10 8v4M10 14v.5" },
  info: {
    circles: [],
    path: "M5 3h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM10 9v5M10 6v.5",
  },
  fix: { circles: [], path: "M3 17l8-8M13 3v4M11 5h4M16 9v3M14.5 10.5h3" },
  key: { circles: ["7 12 3.5"], path: "M9.5 9.5L16 3M13 6l2.5 2.5" },
  theme: { circles: ["10 10 7"], path: "M10 3a7 7 0 0 1 0 14z" },
} as const;

/** An icon beside words with the same meaning, so assistive technology skips the icon. */
export function Icon({ name }: { readonly name: IconName }) {
  const { circles, path } = shapes[name];
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      {circles.map((circle) => {
        const [cx, cy, r] = circle.split(" ");
        return <circle key={circle} cx={cx} cy={cy} r={r} />;
      })}
      <path d={path} />
    </svg>
  );
}
