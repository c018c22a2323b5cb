import assert from "node:assert/strict";
import { test } from "node:test";
import { numberFor, readNumberWithUnit } from "./number-with-unit.ts";
import { unitsByCase } from "./units-by-case.ts";

function written(name: string, text: string): number | undefined {
  const measured = readNumberWithUnit(text);
  return measured && numberFor(name, measured);
}

function asks(rows: string): void {
  for (const row of rows.split("|")) {
    const [name = "", ...text] = row.trim().split(" ");
    assert.equal(written(name, text.join(" ")), undefined, row);
  }
}

function takes(rows: string): void {
  for (const row of rows.split("|")) {
    const [name = "", number = "", unit = "", , meant] = row.trim().split(" ");
    assert.equal(written(name, `${number} ${unit}`), Number(meant ?? number), row);
  }
}

test("a number keeps its value in the unit of its name, however the name is written", () => {
  takes("sizeMb 5 MB | size_mb 5 MB | cacheGib 2 GiB");
  takes("powerMW 5 MW | power_mW 5 mW | energyMWh 5 MWh | energy_kWh 5 kWh | clockMHz 5 MHz | pressureKPa 5 kPa");
  takes(
    "volumeMl 2.7 mL | volume_mL 5 mL | volumeML 5 ML | VOLUME_ML 5 mL | doseMg 5 mg | doseMg 5 MG | glucoseMgDl 90 mg/dL",
  );
  takes("sizeMB 5 MB | sizeKB 5 kB | sizeBytes 5 B | sizeMegabytes 5 MB | size_Mb 5 Mb | linkSpeedMbps 100 mbps");
  takes("powerKw 5 KW | lengthM 3 m | massGrams 3 g | temperatureK 300 K | delayInMs 5 ms | batteryMah 5 mAh");
});

test("a number is converted between units that are written in one way only", () => {
  takes(
    "clockMHz 5 GHz → 5000 | clockHz 5 MHz → 5000000 | peakW 5 kW → 5000 | powerKw 5 MW → 5000 | power_mW 5 W → 5000 | volumeMl 5 L → 5000 | voltageV 5 mV → 0.005",
  );
  takes("linkSpeedMbps 1 gbps → 1000 | delaySeconds 5 min → 300 | priceEurCents 5 EUR → 500");
  takes("startedS 1700000000123 ms → 1700000000.123 | heightMm 81.2 cm → 812");
});

test("milli and mega are never taken for each other", () => {
  asks("powerMW 5 mW | powerMW 5 mw | powerMw 5 mW | powerMw 5 MW | powerMw 5 mw | power_mw 5 mw | POWER_MW 5 MW");
  asks("powermW 5 mW | powermW 5 W | energykJ 5 J | energyMev 5 meV | emissionsMt 5 mt | resistanceMohm 5 mohm");
  asks(
    "voltageV 5 MV | beamKv 6 MV | voltageMv 5 V | pressurePa 5 mPa | clockHz 5 mHz | clockMhz 5 GHz | currentA 2 MA",
  );
  asks(
    "volumeMl 5 ML | volumeL 5 ML | volumeML 5 mL | doseMg 5 Mg | yield_Mg 5 mg | pressureMbar 5 Mbar | distanceKm 5 Mm | startedS 5 Ms | doseMrad 5 mrad",
  );
});

test("a letter alone is a magnitude unless it is the symbol of the unit", () => {
  asks("lengthM 3 M | lengthMetres 3 M | massG 3 G | massGrams 3 G | temperatureK 5 k | population_M 3 m");
});

test("bits are never taken for bytes", () => {
  asks("sizeMb 5 mb | sizeMB 5 Mb | sizeB 5 b | sizeBytes 5 b | sizeMegabytes 5 Mb");
  asks("sizeMb 5 megabytes | sizeGb 5 gb | linkSpeedMbps 100 MBps | linkSpeedMbps 1 GBps | linkSpeedMBps 100 Mbps");
});

test("a name that can be read in two ways has no unit", () => {
  asks("rangeNm 12 km | distanceKm 12 nm | distanceKm 12 NM | durationMin 30 s | durationMin 5 min");
});

test("a number in another notation has no unit", () => {
  for (const text of ["1e5", "1E5", "2.5e3 ", "0x1F", "0b101", "0o17"])
    assert.equal(readNumberWithUnit(text), undefined, text);
  for (const text of ["5 e", "5x", "10x5", "0 bar", "0bar", "3 oz"]) assert.ok(readNumberWithUnit(text), text);
});

test("the two units that a symbol is in one case or the other are named", () => {
  assert.deepEqual(unitsByCase("powerMW", "mw"), ["mW (milli)", "MW (mega)"]);
  assert.deepEqual(unitsByCase("linkSpeedMbps", "mBps"), ["Mbps (bits)", "MBps (bytes)"]);
  assert.equal(unitsByCase("delaySeconds", "mW"), undefined);
  assert.equal(unitsByCase("heightMm", "mm"), undefined);
});
