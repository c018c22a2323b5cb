import { type DomainFacts, qualifiedName } from "../../page/page-facts.ts";
import { switchTheme } from "../../page/theme.ts";
import { Icon } from "../../view/icons.tsx";
import { newPackage, type RulesView } from "../create-rules-view.ts";

/** The bar: which package is edited, the other pages, and ways to take the package elsewhere. */
export function TopBar({ view, base }: { readonly view: RulesView; readonly base: string }) {
  return (
    <header class="bar rules-bar">
      <a class="brand" href={`${base}/`}>
        <span class="bead" aria-hidden="true" />
        <strong>Assay</strong> <span class="muted">rules</span>
      </a>
      <label>
        <span class="hidden">Package</span>
        <select value={view.chosen.value} onChange={({ currentTarget }) => view.choose(currentTarget.value)}>
          {view.facts.domains.map((domain) => (
            <Options key={qualifiedName(domain)} domain={domain} />
          ))}
          <option value={newPackage}>A small package to start from</option>
        </select>
      </label>
      <nav aria-label="Pages">
        <a href={`${base}/`}>Workbench</a>
        <a href={`${base}/docs`}>Docs</a>
        <a href={`${base}/docs/api`}>API</a>
        <a href={`${base}/spec-problems`}>Spec problems</a>
      </nav>
      <button type="button" onClick={() => view.copyLink()}>
        Copy link
      </button>
      <button type="button" onClick={view.copyText}>
        Copy text
      </button>
      <button type="button" onClick={view.download}>
        Download
      </button>
      <button type="button" class="icon-only" onClick={switchTheme} aria-label="Switch between light and dark">
        <Icon name="theme" />
      </button>
    </header>
  );
}

/** What is published of a domain, and what is announced. */
function Options({ domain }: { readonly domain: DomainFacts }) {
  const { targetProduct, domainId, specPackage, nextSpecPackagePath } = domain;
  const label = `${targetProduct} · ${domainId}`;
  return (
    <>
      <option value={qualifiedName(domain)}>{specPackage ? `${label} · ${specPackage.version}` : label}</option>
      {nextSpecPackagePath !== undefined && (
        <option value={`${qualifiedName(domain)}@next`}>{`${label} · announced`}</option>
      )}
    </>
  );
}
