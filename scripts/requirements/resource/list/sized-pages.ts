import type { PlanningContext } from '../../planning-context.ts';
import { filteredListings } from './filtered-listings.ts';
import type { ObservedList, Page } from './observed-list.ts';
import { availableItems, pageSizes } from './page-sizes.ts';

/** A page of which the size is known, and how many items there are for it. */
export interface SizedPage {
  page: Page;
  size: number;
  available: number;
}

/** Pages of sizes that show the bound, without a filter and with each: the filter comes before the bound. */
export async function sizedPages(context: PlanningContext, list: ObservedList): Promise<SizedPage[]> {
  const { size: parameter } = list.parameters;
  if (parameter === undefined) return [];
  const { least, most, isReduced, preset } = pageSizes(context.description.contract, list.parameters);
  const presets = preset === undefined ? [] : [preset, preset + 1];
  const sizes = new Set([least, 2, 3, ...presets, most - 1, most]);
  const available = availableItems(context.description.contract, list);
  const asked = [...sizes]
    .filter((size) => size >= least && size <= most && size > 0)
    .map((size) => ({ query: [[parameter, size]] as const, size, available }));
  const reduced = isReduced ? [{ query: [[parameter, most + 1]] as const, size: most, available }] : [];
  const filtered = (await filteredListings(context, list)).flatMap(({ query, expected }) => {
    const small = Math.min(2, most);
    const { length } = expected;
    const bySize = { query: [...query, [parameter, small]] as const, size: small, available: length };
    return preset === undefined || length <= preset ? [bySize] : [bySize, { query, size: preset, available: length }];
  });
  const pages: SizedPage[] = [];
  for (const { query, size, available } of [...asked, ...reduced, ...filtered]) {
    const page = await list.page(query);
    if (page !== undefined) pages.push({ page, size, available });
  }
  return pages;
}
