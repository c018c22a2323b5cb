import { type DomainFacts, qualifiedName } from "../page/page-facts.ts";
import { Icon } from "./icons.tsx";

/** The bar: what the draft is for, examples, and the other pages. */
export function TopBar(props: Props) {
  const { base, domains, domain, exampleRules, examples, hasKey } = props;
  return (
    <header class="bar">
      <a class="brand" href={`${base}/`}>
        <span class="bead" aria-hidden="true" />
        <strong>Assay</strong> <span class="muted">workbench</span>
      </a>
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
          {examples.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <nav aria-label="Pages">
        <a href={`${base}/rules`}>Rules</a>
        <a href={`${base}/docs`}>Docs</a>
        <a href={`${base}/docs/api`}>API</a>
        <a href={`${base}/diagnostics`}>Diagnostics</a>
      </nav>
      <button type="button" onClick={() => props.copyLink()}>
        Copy link
      </button>
      <button type="button" onClick={props.askForKey} aria-pressed={hasKey}>
        <Icon name="key" />
        {hasKey ? "Key in use" : "Key"}
      </button>
      <button type="button" class="icon-only" onClick={props.switchTheme} aria-label="Switch between light and dark">
        <Icon name="theme" />
      </button>
    </header>
  );
}

interface Props {
  readonly base: string;
  readonly domains: readonly DomainFacts[];
  /** The chosen one, as `product/domain`. */
  readonly domain: string;
  /** The name of rules that came with an example, while they are used. */
  readonly exampleRules: string | undefined;
  readonly examples: readonly { readonly name: string }[];
  readonly hasKey: boolean;
  selectDomain(name: string): void;
  openExample(index: number): void;
  copyLink(): void;
  askForKey(): void;
  switchTheme(): void;
}
