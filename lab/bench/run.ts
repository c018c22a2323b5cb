// Runs one benchmark: `npm run bench -- http`. README.md describes what each benchmark measures.
import { benchmarks } from "../suites.ts";

const known = ["engine", ...benchmarks, "soak"];

const [name = "engine"] = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (!known.includes(name)) {
  console.error(`Unknown benchmark: ${name}. Choose from: ${known.join(", ")}`);
  process.exit(2);
}
await import(`./${name}.ts`);
