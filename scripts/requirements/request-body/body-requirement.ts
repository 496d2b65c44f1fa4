import type { CallerValue } from '../kind.ts';

// What the kinds of requirements of bodies have in common.

export const section = () => 'Request body';

export const serverAdvice = () => 'Check the body as its schema says, and keep what it allows unaltered.';

export const clientAdvice = () => 'Send a body as its schema allows, and as the caller gave it.';

export const wholeBody = (): CallerValue => ({ kind: 'body', path: '' });

export const partOfBody = ({ path }: { path: string }): CallerValue => ({ kind: 'body', path });
