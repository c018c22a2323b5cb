import type { Example } from "../draft/first-draft.ts";
import { type DomainFacts, qualifiedName } from "../page/page-facts.ts";
import { Icon } from "./icons.tsx";
import { PageBar } from "./page-bar.tsx";

/** The bar of the workbench: what the draft is for, examples, and the other pages. */
export function TopBar(props: Props) {
  const { base, domains, domain, exampleRules, examples, hasKey, isDemo } = props;
  return (
    <PageBar
      base={base}
      current="/"
      isDemo={isDemo}
      about={
        <>
          <h1>Check a proposal</h1>
          <label>
            <span class="hidden">Domain</span>
            <select value={domain} onChange={({ currentTarget }) => props.selectDomain(currentTarget.value)}>
              {exampleRules !== undefined && <option value={exampleRules}>{exampleRules}</option>}
              {domains.map((entry) => (
                <option key={qualifiedName(entry)} value={qualifiedName(entry)}>
                  {`${entry.targetProduct} · ${entry.domainId}`}
                </option>
              ))}
            </select>
          </label>
        </>
      }
    >
      <label>
        <span class="hidden">Examples</span>
        <select
          value=""
          disabled={examples.length === 0}
          onChange={({ currentTarget }) => {
            props.openExample(Number(currentTarget.value));
            currentTarget.value = "";
          }}
        >
          <option value="">Examples…</option>
          {[true, false].map((isAccepted) => (
            <optgroup key={String(isAccepted)} label={isAccepted ? "Accepted" : "Refused"}>
              {examples.map((example, index) =>
                example.isAccepted === isAccepted ? (
                  <option key={example.name} value={index}>
                    {example.name}
                  </option>
                ) : null,
              )}
            </optgroup>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => props.copyLink()}>
        Copy link
      </button>
      {!isDemo && (
        <button type="button" onClick={props.askForKey} aria-pressed={hasKey}>
          <Icon name="key" />
          {hasKey ? "Key in use" : "Key"}
        </button>
      )}
    </PageBar>
  );
}

interface Props {
  readonly base: string;
  /** Whether there is no service behind the page. */
  readonly isDemo: boolean | undefined;
  readonly domains: readonly DomainFacts[];
  /** The chosen one, as `product/domain`. */
  readonly domain: string;
  /** The name of rules that came with an example, while they are used. */
  readonly exampleRules: string | undefined;
  readonly examples: readonly Pick<Example, "name" | "isAccepted">[];
  readonly hasKey: boolean;
  selectDomain(name: string): void;
  openExample(index: number): void;
  copyLink(): void;
  askForKey(): void;
}
