// Runs one benchmark: `npm run bench -- http`. README.md says what each of them measures.
const benchmarks = [
  "engine",
  "http",
  "overload",
  "flood",
  "early",
  "peers",
  "auth",
  "telemetry",
  "mcp",
  "limiter",
  "growth",
  "domains",
  "same",
  "soak",
];

const [name = "engine"] = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (!benchmarks.includes(name)) {
  console.error(`Unknown benchmark: ${name}. Choose from: ${benchmarks.join(", ")}`);
  process.exit(2);
}
await import(`./${name}.ts`);
