import type { Description } from '../../openapi/description.ts';
import { objectOf } from '../../openapi/json.ts';

/** The figures of a plan by their names in `x-rate-limit-plans`: the window that each is for, in milliseconds. */
export const planFigures = {
  requestsPerMinute: { window: 'minute', milliseconds: 60_000 },
  requestsPerDay: { window: 'day', milliseconds: 86_400_000 },
} as const;

export type PlanFigure = keyof typeof planFigures;

/** A plan of `x-rate-limit-plans`; figures that are agreed with the holder of a key are undefined. */
export interface Plan {
  name: string;
  requestsPerMinute: number | undefined;
  requestsPerDay: number | undefined;
}

/** The plans of `x-rate-limit-plans`. */
export function plansOf({ service }: Description): Plan[] {
  return Object.entries(service.rateLimitPlans).map(([name, plan]) => {
    const { requestsPerMinute, requestsPerDay } = objectOf(plan);
    return { name, requestsPerMinute: countOf(requestsPerMinute), requestsPerDay: countOf(requestsPerDay) };
  });
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
