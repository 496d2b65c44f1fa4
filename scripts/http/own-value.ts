/**
 * What an object itself has by a name: a name of a document may be `constructor`, which every object has of its
 * prototype.
 */
export function ownValue<Value>(object: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}
