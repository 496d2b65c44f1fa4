import { type Fields, isFields } from './support/cursor.ts';
import type { Context, Location, Rule } from './support/redocly.ts';

const limits = ['requestsPerMinute', 'requestsPerDay'];

/**
 * `x-rate-limit-plans` gives each plan its two limits:
 * a positive whole number, or `custom` where it is agreed with the caller.
 */
export const rateLimitPlans: Rule = () => ({
  Root(root, { location, report }) {
    if (!isFields(root) || !Object.hasOwn(root, 'x-rate-limit-plans')) return;
    const plans = root['x-rate-limit-plans'];
    const place = location.child('x-rate-limit-plans');
    if (!isFields(plans) || Object.keys(plans).length === 0) {
      return report({
        message: '`x-rate-limit-plans` has no plan: give it one by its name, or remove it.',
        location: place.key(),
      });
    }
    for (const [name, plan] of Object.entries(plans)) {
      if (isFields(plan)) checkPlan(name, plan, place.child([name]), report);
      else
        report({
          message: `The plan ${name} has no limits: give it ${limits.join(' and ')}.`,
          location: place.child([name]).key(),
        });
    }
  },
});

function checkPlan(name: string, plan: Fields, place: Location, report: Context['report']): void {
  for (const limit of limits) {
    const value = plan[limit];
    if (!Object.hasOwn(plan, limit)) {
      report({
        message: `The plan ${name} has no ${limit}: add a positive whole number, or \`custom\`.`,
        location: place.key(),
      });
    } else if (value !== 'custom' && !(Number.isSafeInteger(value) && Number(value) > 0)) {
      report({
        message: `${limit} of the plan ${name} has to be a positive whole number, or \`custom\`.`,
        location: place.child(limit),
      });
    }
  }
  for (const field of Object.keys(plan).filter((key) => !limits.includes(key))) {
    report({
      message: `The plan ${name} has a field ${field}: a plan has ${limits.join(' and ')} alone.`,
      location: place.child([field]).key(),
    });
  }
}
