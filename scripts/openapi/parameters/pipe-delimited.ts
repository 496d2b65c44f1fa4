import { delimited } from './delimited.ts';

/** `pipeDelimited`: `by=a%7Cb`; many clients leave the pipe as it is. */
export const pipeDelimited = delimited({ written: '%7C', read: /%7C|\|/i });
