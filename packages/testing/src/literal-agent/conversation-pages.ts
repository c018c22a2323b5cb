import type { Diagnostic, Json } from "@assay/contract";
import { writeJson } from "../cases/write-json.ts";
import { type Attempts, attemptAll, type FirstDraft } from "./first-drafts.ts";
import type { Conversation, Turn } from "./literal-agent.ts";

/** The directory of the pages, from the root of the repository. */
export const conversationsFolder = "docs/explanation/conversations";

/** Every conversation about a first draft, by the name of its page. */
export function conversationPages(): ReadonlyMap<string, string> {
  const all = attemptAll();
  const pages = all.map((attempts) => [`${productOf(attempts)}.md`, pageOf(attempts)] as const);
  return new Map([["README.md", overview(all)], ...pages]);
}

/** How many bytes all answers of a conversation have. */
export function bytesOf({ turns }: Conversation): number {
  return turns.map(({ verdict }) => Buffer.byteLength(JSON.stringify(verdict))).reduce((sum, each) => sum + each, 0);
}

function overview(all: readonly Attempts[]): string {
  const rows = all.flatMap((attempts) =>
    attempts.attempts.map(({ first, conversation }) => {
      const link = `[${capitalized(first.title)}](${productOf(attempts)}.md#${anchor(first.title)})`;
      const { turns, end } = conversation;
      const [answer] = turns.map(({ verdict }) => verdict);
      return `| ${link} | ${answer?.counts.error} | ${turns.length} | ${end.kind} | ${bytesOf(conversation)} |`;
    }),
  );
  return `# What happens to a first draft

Thirty drafts, as a hurried author writes them from a brief of a sentence or two, without a look at the schema. A program
takes each as far as it goes. It is as literal as a reader can be: it reads messages and titles of fixes only, does what
they say, takes the first of several values, and asks only where a sentence says so or none says what else to do. So the
pages show what an answer makes its reader do.

The program is [literal-agent.ts](../../../packages/testing/src/literal-agent/literal-agent.ts), the drafts are in
[first-drafts](../../../packages/testing/first-drafts). \`npm run cases\` writes these pages, and a test compares them.
The ids \`person-basic\`, \`address-us\`, \`order-history\` and \`admin\` are taken everywhere.

| draft | errors | answers | end | bytes of the answers |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}

function pageOf({ domain, attempts }: Attempts): string {
  const parts = attempts.map(({ first, conversation }) => conversationText(first, conversation));
  return `# ${domain.spec.document.title}\n\n${parts.join("\n")}`;
}

function conversationText({ title, brief, draft }: FirstDraft, { turns, end }: Conversation): string {
  const answers = turns.map((turn, index) => answerText(turn, index + 1)).join("");
  const last =
    end.kind === "built"
      ? `The package is built:\n\n${listing(end.proposalPackage.candidate)}`
      : "The agent can do no more than this, and asks the person about what the last answer says.\n";
  return `## ${capitalized(title)}\n\n> ${inline(brief)}\n\nThe draft:\n\n${listing(draft)}\n${answers}${last}`;
}

function answerText({ verdict, did }: Turn, number: number): string {
  const head = `Answer ${number}: **${verdict.summary}**\n\n`;
  const said = verdict.diagnostics.map(diagnosticText).join("");
  const done = did.length > 0 ? `The agent:\n\n${did.map((each) => `- ${inline(each)}\n`).join("")}\n` : "";
  return `${head}${said}${said === "" ? "" : "\n"}${done}`;
}

function diagnosticText({ path, count = 1, message, fixes = [] }: Diagnostic): string {
  const others = count > 1 ? ` and ${count - 1} more` : "";
  const titles = fixes.map(({ title }) => `  - Fix: ${inline(title)}\n`).join("");
  return `- \`${path || "/"}\`${others}: ${inline(message)}\n${titles}`;
}

function listing(value: Json): string {
  return `\`\`\`json
${writeJson(value)}\`\`\`
`;
}

// Texts of an answer, with nothing that Markdown would read as its own.
function inline(text: string): string {
  return text.replace(/[\\`*_<>[\]#|]/g, "\\$&").replace(/\s+/g, " ");
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function productOf({ domain }: Attempts): string {
  return domain.spec.document.targetProduct;
}

function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}
