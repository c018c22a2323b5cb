import { isSameUnit } from "./other-meaning.ts";
import { isUnclear } from "./units-by-case.ts";

// Symbols as they are written, each with what it is of the first unit of its line that has 1. Bytes are missing: a kilobyte has
// 1,000 or 1,024. So are temperatures, which have no common zero, and nm, which is a nautical mile too.
const scales: readonly string[] = [
  "um 1e-6 µm 1e-6 micron 1e-6 mm 1e-3 cm .01 dm .1 m 1 km 1e3",
  "ug 1e-6 µg 1e-6 mcg 1e-6 mg 1e-3 g 1 kg 1e3 t 1e6",
  "ml 1e-3 mL 1e-3 cl .01 cL .01 dl .1 dL .1 l 1 L 1 hl 100 hL 100 m3 1e3 m³ 1e3",
  "mm2 1e-6 cm2 1e-4 m2 1 m² 1 ha 1e4 km2 1e6 km² 1e6",
  "ns 1e-9 us 1e-6 µs 1e-6 ms 1e-3 s 1 min 60 h 3600 d 86400 wk 604800",
  "mo 1 yr 12",
  "Pa 1 hPa 100 kPa 1e3 MPa 1e6 mbar 100 bar 1e5",
  "Hz 1 kHz 1e3 MHz 1e6 GHz 1e9",
  "mW 1e-3 W 1 kW 1e3 MW 1e6 GW 1e9",
  "mWh 1e-3 Wh 1 kWh 1e3 MWh 1e6 GWh 1e9",
  "mV 1e-3 V 1 kV 1e3",
  "uA 1e-6 µA 1e-6 mA 1e-3 A 1 kA 1e3",
  "mAh 1e-3 Ah 1",
  "ohm 1 Ω 1 kohm 1e3 kΩ 1e3",
  "pF 1e-12 nF 1e-9 uF 1e-6 µF 1e-6 F 1",
  "bps 1 kbps 1e3 Mbps 1e6 Gbps 1e9",
];

interface Unit {
  readonly symbol: string;
  /** Which line of the scales. */
  readonly scale: number;
  readonly factor: number;
}

const units: readonly Unit[] = scales.flatMap((line, scale) => {
  const parts = line.split(" ");
  return parts.flatMap((symbol, index) =>
    index % 2 === 0 ? [{ symbol, scale, factor: Number(parts[index + 1]) }] : [],
  );
});

/** A number of one unit in another one, if both measure the same and neither can be read in two ways. */
export function convertUnit(number: number, from: string, to: string): number | undefined {
  const [source, target] = [unitOf(from, "value"), unitOf(to, "name")];
  if (!source || !target || source.scale !== target.scale) return undefined;
  // Decimal factors leave noise after the fifteenth digit.
  return Number(((number * source.factor) / target.factor).toPrecision(15));
}

// As it is written, or in another case if that leaves one: "kw" is a kilowatt, but "mw" may be two things. After a number, "3 M"
// are not three metres.
function unitOf(text: string, where: "value" | "name"): Unit | undefined {
  const exact = units.find(({ symbol }) => symbol === text);
  if (exact || isUnclear(text) || (text.length === 1 && where === "value")) return exact;
  const folded = text.toLowerCase();
  const near = units.filter(({ symbol }) => symbol.toLowerCase() === folded || isSameUnit(symbol, folded));
  const [first] = near;
  return first && near.every(({ scale, factor }) => scale === first.scale && factor === first.factor)
    ? first
    : undefined;
}
