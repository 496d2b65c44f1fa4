import { delimited } from './delimited.ts';

/** `spaceDelimited`: `by=a%20b`. */
export const spaceDelimited = delimited({ written: '%20', read: /%20|\+/ });
