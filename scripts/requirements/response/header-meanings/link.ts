import { linksIn } from '../links.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';
import { pathOf } from './link-path.ts';

const relation = 'successor-version';

/** `Link` of a deprecated operation: to the operation that replaces it (RFC 8288, RFC 5829). */
export const linkMeaning: MeaningOf = ({ operations, service }, operation) => {
  const replacement = operation?.deprecation?.replacement;
  const successor = operations.find(({ id }) => id === replacement?.operationId);
  if (operation === null || successor === undefined) return undefined;
  const target = service.basePath + successor.path;
  // As the template, or with the item that was asked for.
  const isTo = (path: string) => {
    const segments = path.split('/');
    const own = successor.path.split('/').slice(1);
    return own.every((step, index) => step.includes('{') || step === segments.at(index - own.length));
  };
  return {
    pointer: `${operation.pointer}/x-replacement`,
    statement: `link to ${target} as the ${relation} (RFC 5829)`,
    whyWrong: (value) =>
      linksIn(value).some(({ link, relations }) => relations.includes(relation) && isTo(pathOf(link)))
        ? undefined
        : value,
    truth: () => `<${target}>; rel="${relation}"`,
    untruths: () => [
      untruth('another relation', (text = '') => text.replaceAll(relation, 'alternate')),
      untruth('another target', (text = '') => text.replace('>', '-of-old>')),
      untruth('no relation', (text = '') => text.replace(/;.*/, '')),
    ],
  };
};
