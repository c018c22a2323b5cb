/** Something in a draft that looks like a key or a password. */
export interface FoundSecret {
  /** What it looks like, for a sentence: "an API key". */
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the first string in a draft that looks like a key, so that the page can warn before it becomes a part of a link.
 * Precision comes first: ids, digests and identifiers are no keys, and only forms that hardly anything else has are found.
 */
export function findSecret(text: string): FoundSecret | undefined {
  const found = forms.flatMap(({ what, pattern, isLikely = () => true }) => {
    const match = text.matchAll(pattern).find(([whole]) => isLikely(whole));
    return match ? [{ what, from: match.index, to: match.index + match[0].length }] : [];
  });
  return found.sort((a, b) => a.from - b.from)[0];
}

interface Form {
  readonly what: string;
  readonly pattern: RegExp;
  readonly isLikely?: (match: string) => boolean;
}

// No repetition is inside another one, so that no text makes them slow.
const forms: readonly Form[] = [
  { what: "a private key", pattern: /-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g },
  { what: "a JSON Web Token", pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { what: "an API key", pattern: /\bai_[A-Za-z0-9_-]{20,200}/g, isLikely: looksRandom },
  // As Better Auth issues them, with any prefix or none.
  { what: "an API key", pattern: /(?<![A-Za-z0-9])[A-Za-z]{64}(?![A-Za-z0-9])/g, isLikely: looksRandom },
  { what: "an API key", pattern: /\bsk[-_][A-Za-z0-9_-]{20,200}/g, isLikely: looksRandom },
  { what: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { what: "a Google API key", pattern: /\bAIza[\w-]{35}/g, isLikely: looksRandom },
  { what: "a GitHub token", pattern: /\bgh[pousr]_[A-Za-z0-9]{36,}|\bgithub_pat_\w{40,}/g, isLikely: looksRandom },
  { what: "a GitLab token", pattern: /\bglpat-[\w-]{20,}/g, isLikely: looksRandom },
  { what: "a Slack token", pattern: /\bxox[abeoprs]-[\w-]{20,}/g, isLikely: looksRandom },
  {
    what: "a bearer token",
    pattern: /\bBearer {1,4}[\w.~+/-]{20,}/gi,
    isLikely: (match) => looksRandom(match.slice(6).trim()),
  },
  { what: "a password in a URL", pattern: /\b[a-z]{2,12}:\/\/[\w.%-]{1,64}:[^\s/@"\\{}<>$]{4,64}@[\w.-]/gi },
];

// Words joined by hyphens or underscores have few digits; UUIDs have digits but no letters beyond f.
function looksRandom(text: string): boolean {
  const parts = text.split(/[-_.]/).filter((part) => part.length >= 12);
  return parts.some(
    (part) => ((/[0-9]/.test(part) && /[g-z]/i.test(part)) || isScrambled(part)) && new Set(part).size >= 8,
  );
}

// Half of random letters are capitals, and few of those in names.
function isScrambled(part: string): boolean {
  const capitals = part.replace(/[^A-Z]/g, "").length / part.length;
  return /^[A-Za-z]{20,}$/.test(part) && capitals > 0.28 && capitals < 0.72;
}
