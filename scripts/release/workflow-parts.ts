import { type ExactObject, isExactObject } from '../http/exact-json.ts';
import { pointerTo } from '../openapi/json.ts';
import type { Impact } from './change.ts';

/** A part of a file of workflows, and where it stands there. */
export interface Part {
  value: ExactObject;
  pointer: string;
}

/** Reports one part of both files; `now` and `before` are the places that a reader looks at. */
export type ReportChange = (impact: Impact, message: string, now: string, before: string | undefined) => void;

/** The objects of a list by their names, else by their places in it. */
export function partsIn({ value, pointer }: Part, list: string, id: string): Map<string, Part> {
  const items = Array.isArray(value[list]) ? value[list] : [];
  return new Map(
    items.flatMap((item, index) =>
      isExactObject(item)
        ? [[String(item[id] ?? index), { value: item, pointer: pointer + pointerTo(list, index) }] as const]
        : [],
    ),
  );
}

/** A name within a sentence. */
export function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
