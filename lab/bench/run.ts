// Runs one benchmark: `npm run bench -- http`. README.md describes what each benchmark measures.
import { benchmarks } from "../suites.ts";

const names = ["engine", ...benchmarks, "soak"];

const [name = "engine"] = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (!names.includes(name)) {
  console.error(`Unknown benchmark: ${name}. Choose from: ${names.join(", ")}`);
  process.exit(2);
}
await import(`./${name}.ts`);
