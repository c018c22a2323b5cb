import { type DomainFacts, qualifiedName } from "../../page/page-facts.ts";
import { PageBar } from "../../view/page-bar.tsx";
import { newPackage, type RulesView } from "../create-rules-view.ts";

/** The bar: which package is edited, the other pages, and ways to take the package elsewhere. */
export function TopBar({ view, base }: { readonly view: RulesView; readonly base: string }) {
  return (
    <PageBar
      base={base}
      current="/rules"
      about={
        <label>
          <span class="hidden">Package</span>
          <select value={view.chosen.value} onChange={({ currentTarget }) => view.choose(currentTarget.value)}>
            {view.facts.domains.map((domain) => (
              <Options key={qualifiedName(domain)} domain={domain} />
            ))}
            <option value={newPackage}>A small package to start from</option>
          </select>
        </label>
      }
    >
      <button type="button" onClick={() => view.copyLink()}>
        Copy link
      </button>
      <button type="button" onClick={view.copyText}>
        Copy text
      </button>
      <button type="button" onClick={view.download}>
        Download
      </button>
    </PageBar>
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
