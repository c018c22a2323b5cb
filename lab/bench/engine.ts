// Compares the engine with the minimum that a team would write itself.

import assert from "node:assert/strict";
import { checkAllWithAjv, createArms, engine, next, read, registry, spec } from "./arms.ts";
import { faultyCandidate, largeCandidate, smallCandidate, usualCandidate } from "./candidates.ts";
import { measureRatios, printRow } from "./measure.ts";

/** With `--gate`, a figure fails at this multiple of its bar. */
const maxOverBar = 1.25;
const text = JSON.stringify(usualCandidate());
const bytes = Buffer.from(text);
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const faultyText = JSON.stringify(faultyCandidate());
const faultyBytes = Buffer.from(faultyText);
const { diagnostics } = engine.validate({ spec, registry, candidate: read(faultyBytes) });
assert(diagnostics.length === 5 && diagnostics.every(({ fix }) => fix));
assert(!checkAllWithAjv(JSON.parse(faultyText)));

const arms = createArms(text);
const ratios = measureRatios({
  ...arms,
  again: () => arms.floor(),
  allErrors: () => checkAllWithAjv(JSON.parse(text)),
  announced: () => engine.validate({ spec, next, registry, candidate: read(bytes), isJson: true }),
  read: () => read(bytes),
  decode: () => strict.decode(bytes),
  parse: () => JSON.parse(text),
  mistaken: () => engine.validate({ spec, registry, candidate: read(faultyBytes), isJson: true }),
  mistakenAjv: () => checkAllWithAjv(JSON.parse(faultyText)),
});

console.log(`On ${bytes.length} bytes, in multiples of the floor (JSON.parse and a bare Ajv check):\n`);
printRow("the floor again: what noise does", ratios.again);
printRow("the floor with allErrors", ratios.allErrors);
printRow("validate", ratios.validate);
printRow("  decode", ratios.decode);
printRow("  JSON.parse", ratios.parse);
printRow("  screen and count members", ratios.read - ratios.decode - ratios.parse);
printRow("validate, with a next package announced", ratios.announced);
printRow("validate, build and review", ratios.build);
printRow("five mistakes: the floor with allErrors", ratios.mistakenAjv);
printRow("five mistakes with fixes", ratios.mistaken);
for (const candidate of [smallCandidate(), largeCandidate()]) {
  const sizeRatios = measureRatios(createArms(JSON.stringify(candidate)));
  const size = JSON.stringify(candidate).length;
  printRow(`validate, on ${size} bytes`, sizeRatios.validate);
  printRow(`validate, build and review, on ${size} bytes`, sizeRatios.build);
}

console.log("");
printFigure("readJson, x JSON.parse on 8 KB", ratios.read / ratios.parse, 2.1);
printFigure("validate, x floor on 8 KB", ratios.validate, 6.6);
printFigure("validate with a next package announced, x one without", ratios.announced / ratios.validate, 2.1);
printFigure("validate, build and review, x floor on 8 KB", ratios.build, 15);
printFigure("five mistakes with fixes, x floor on 8 KB", ratios.mistaken, 22);

// A figure of the next run on the same machine is within a tenth. The rest is for other machines.
function printFigure(name: string, value: number, bar: number): void {
  console.log(`figure: ${name} = ${value.toFixed(2)} (bar ${bar})`);
  if (value <= maxOverBar * bar || !process.argv.includes("--gate")) return;
  console.error(`${name}: more than ${maxOverBar} times its bar of ${bar}.`);
  process.exitCode = 1;
}
