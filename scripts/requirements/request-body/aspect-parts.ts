import type { Operation } from '../../openapi/operation-table.ts';
import type { Judgement } from '../judgement.ts';
import type { ReadRequest } from '../request/read-request.ts';
import { aspectSentence } from '../schema/aspect-sentence.ts';
import type { Aspect } from '../schema/aspects.ts';
import type { Body } from './bodies.ts';
import { type BodyPart, nameOf } from './body-part.ts';
import type { PartSubject } from './part-cases.ts';
import { judgementOf } from './read-body.ts';

/** What the schema of a part says of its values, with the place in the contract. */
export function described({ path }: BodyPart, aspect: Aspect): { pointer: string; statement: string } {
  return { pointer: aspect.pointer, statement: aspectSentence(nameOf(path), aspect) };
}

/** What the schemas of the parts of a body say under one keyword, each as a requirement. */
export function aspectsIn(keyword: string) {
  return ({ parts }: Body, { id: operationId }: Operation) =>
    parts.flatMap((part) =>
      part.aspects
        .filter((aspect) => aspect.keyword === keyword)
        .map((aspect) => ({ subject: { operationId, path: part.path }, ...described(part, aspect) })),
    );
}

/** What a request shows of a requirement that the schema of a part has under a keyword. */
export function judgeAspect({ body }: ReadRequest, { path }: PartSubject, keyword: string): Judgement {
  return judgementOf(body, path, keyword, ({ part, value }) =>
    part.aspects.some((aspect) => aspect.keyword === keyword && aspect.isReachedBy(value)),
  );
}
