/** A name or value that somebody wrote, and the known one that it is not. */
export type Pair = readonly [written: string, known: string];

/** Beginnings of names of numbers, of many trades. */
export const stems: readonly string[] = [
  "tankVolume",
  "pipeLength",
  "doseAmount",
  "engineTorque",
  "cableResistance",
  "boilerPressure",
  "trackDuration",
  "cropYield",
  "loanBalance",
  "ticketPrice",
  "signalPower",
  "roomArea",
];

/** Endings that differ by a letter or two, and in what they measure. */
export const unlikeEndings: readonly Pair[] = pairs(
  "Ml:Dl Mg:Kg Mm:Cm Km:Cm S:Ms Us:Ms Ns:Us Gb:Mb Kb:Tb Kpa:Hpa Mpa:Kpa Mv:Kv Mw:Kw Mah:Ah Hz:Khz Nm:Mn G:Mg L:Ml M:Mm Min:Mon " +
    "Usd:Aud Sek:Nok Gpm:Lpm Gph:Gpm Cfm:Cfs Pf:Nf Uh:Mh Msv:Usv Kbq:Mbq Klx:Mlx Psia:Psig Rpm:Rps Ppm:Ppb Bits:Bytes Kbps:Mbps " +
    "Grams:Grains Megabytes:Gigabytes Terabytes:Petabytes Millimeters:Centimeters Micrograms:Milligrams Nanoseconds:Microseconds " +
    "Millions:Billions Krona:Krone Kronor:Kroner Rial:Riyal Dinars:Denars Feet:Foot2 Dtex:Ktex Mbar:Kbar Kcal:Mcal Kvar:Mvar Dbm:Dbw " +
    "Kwh:Mwh Mol:Mmol Cst:Cpo Lux:Klux Hart:Hrt Torr:Tor Baud:Band Rods:Roods Pint:Pnt Mils:Mms",
);

/** Endings that a number has, and that somebody leaves out. */
export const units: readonly string[] = (
  "Ms Seconds Minutes Hours Days Weeks Months Years Mg Kg Grams Tonnes Ml Liters Gallons Mm Cm Km Miles Feet Usd Eur Cents Percent " +
  "Mb Gb Bytes Kbps Hz Kpa Bar Volts Watts Celsius Furlongs Fathoms Chains Rods Bushels Pecks Drams Scruples Carats Slugs Poise " +
  "Stokes Torr Gauss Teslas Henries Farads Siemens Webers Lumens Lux Candelas Grays Sieverts Becquerels Curies Ergs Dynes Katals " +
  "Daltons Parsecs Angstroms Microns Thou Hands Leagues Knots Baud Nibbles Sectors Pages Frames Ticks Fortnights Decades Reams " +
  "Quires Bales Cords Ells Cubits Spans Guilders Zloty Forints Shekels Bahts Tugriks"
).split(" ");

/** Parties, directions and opposites: the beginning of a name or a value. */
export const unlikeParties: readonly Pair[] = pairs(
  "employee:employer payee:payer lessee:lessor licensee:licensor trustee:trustor grantee:grantor mortgagee:mortgagor consignee:consignor " +
    "assignee:assignor donee:donor vendee:vendor transferee:transferor franchisee:franchisor mentee:mentor trainee:trainer " +
    "interviewee:interviewer examinee:examiner drawee:drawer obligee:obligor bailee:bailor indemnitee:indemnitor pledgee:pledgor " +
    "guarantee:guarantor addressee:addresser appointee:appointer northbound:southbound northeast:southeast northwest:southwest " +
    "interstate:intrastate internet:intranet hyperthermia:hypothermia hyperglycemia:hypoglycemia macroscopic:microscopic " +
    "antenatal:antinatal abduction:adduction abductor:adductor afferent:efferent emigration:immigration asymmetric:symmetric " +
    "asynchronous:synchronous atypical:typical asexual:sexual biannual:biennial prepaid:repaid affected:effected monochrome:polychrome " +
    "endotherm:ectotherm overpaid:underpaid overcharged:undercharged inbound:unbound buyer:payer debit:debt owned:owed",
);

/** Values of closed lists that are other units. */
export const unlikeValues: readonly Pair[] = pairs(
  "mg/L:mg/dL ng/dL:ng/mL g/dL:g/L ug/mL:ng/mL umol/L:mmol/L kJ/mol:mJ/mol m/s:mm/s km/h:m/h kg/m3:g/m3 MW:mW Mb/s:MB/s kWh/m2:MWh/m2 " +
    "N/mm2:N/cm2 W/m2:W/cm2 L/min:mL/min kPa/s:hPa/s mV/m:kV/m GB/s:MB/s uSv/h:mSv/h USD/kg:AUD/kg rad/s:rd/s pg/mL:ng/mL " +
    "employee-paid:employer-paid lessor-side:lessee-side per-milligram:per-kilogram in-gigabytes:in-megabytes payer-bank:payee-bank",
);

function pairs(text: string): readonly Pair[] {
  return text.split(" ").map((pair) => pair.split(":") as [string, string]);
}
