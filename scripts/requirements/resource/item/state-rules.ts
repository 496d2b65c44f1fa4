import type { Exact } from '../../../http/exact-json.ts';
import { type Contract, resolvePart } from '../../../openapi/contract.ts';
import { objectOf, stringOf } from '../../../openapi/json.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties, sentOf, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import { nounPattern, nounsPattern, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { enumOf, isReadOnly, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { saidCondition } from './said-refusals.ts';

/** The states of an item in which an operation is refused, as a description says. */
export interface StateRule {
  resource: Resource;
  /** What the operation is to, where that is beneath the item. */
  below: Resource | undefined;
  read: Operation;
  /** The property of the item that has its state, and the states in which it is refused. */
  property: string;
  states: readonly string[];
  /** The state in which the property, a boolean, is true; undefined where its values are the names of states. */
  flag: string | undefined;
  /** Of what has the description. */
  pointer: string;
}

/** What descriptions say of the states in which an operation is refused: "A closed account cannot be changed." */
export const stateRulesOf = foundOnce(findRules);

function findRules(context: Described, operation: Operation): StateRule[] {
  const refusals = ['409', '422', '423', '403'].flatMap((status) => operation.responses[status]?.pointer ?? []);
  const named = operation.method === 'GET' || refusals.length === 0 ? [] : resourcesIn(context, operation);
  const [own, ...above] = named;
  if (own === undefined) return [];
  return [
    ...rulesOf(context, operation, refusals, own),
    ...above.flatMap((one) => (one && own.create ? rulesOf(context, operation, refusals, one, own) : [])),
  ];
}

function rulesOf(
  context: Described,
  operation: Operation,
  refusals: readonly string[],
  resource: Resource,
  below?: Resource,
): StateRule[] {
  const { contract } = context.description;
  const { read } = resource;
  if (read === undefined) return [];
  const schema = successSchema(contract, read);
  const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  if (place === undefined) return [];
  const body = jsonBodySchema(contract, operation);
  const sent = body === undefined ? [] : [...sentOf(contract, body)];
  const isSent = (property: string) =>
    sent.some(([name, at]) => name === property && !isReadOnly(viewSchema(contract, at)));
  return [...ownProperties(contract, place.pointer)].flatMap(([property, pointer]) => {
    const flag = flagOf(contract, property, pointer);
    const named = statesNamedBy(contract, property, pointer);
    // What sets the state itself may lead out of it.
    if ((flag === undefined && named.length === 0) || isSent(property)) return [];
    const said =
      flag === undefined ? new Said(operation, resource, named) : new Said(operation, resource, [flag], true);
    return [operation.pointer, ...refusals].flatMap((at) => {
      const { description = '' } = objectOf(resolvePart(contract, at).value);
      const text = stringOf(description) ?? '';
      const isOfRefusal = at !== operation.pointer;
      const refused = below === undefined ? said.refusedBy(text, isOfRefusal) : isOfRefusal ? said.namedIn(text) : [];
      // A policy may look at the item: "The project is archived."
      const isOfPolicy = at === operation.responses['403']?.pointer;
      const states = isOfPolicy ? refused.filter((state) => !ofCallers.test(state)) : refused;
      return states.length === 0 ? [] : [{ resource, read, property, states, flag, pointer: at, below }];
    });
  });
}

/** Of a 403, states that say who may see an item, or that the caller may be in. */
const ofCallers = /(public|private|hidden|visible|active|enabled|disabled|blocked|suspended|banned|verified|invited)$/i;

/** The states of an item that a property names, where that has the name of a state and a few values. */
export function statesNamedBy(contract: Contract, property: string, pointer: string): string[] {
  const values = (enumOf(viewSchema(contract, pointer)) ?? []).filter((one) => typeof one === 'string');
  return /(state|status|phase|stage)$/i.test(property) && values.length > 1 ? values : [];
}

/** The state that a boolean property of an item names: `locked` of `isLocked`, or of `locked`. */
export function flagOf(contract: Contract, property: string, pointer: string): string | undefined {
  const types = typesOf(contract, viewSchema(contract, pointer));
  const [first, ...rest] = wordsOf(property);
  const words = rest.length > 0 && ['is', 'was', 'has', 'been'].includes(first ?? '') ? rest : [first, ...rest];
  const [word = '', ...others] = words.filter((one) => one !== 'been');
  const isState = others.length === 0 && /(ed|en|active|public|private|final)$/i.test(word);
  return types.join() === 'boolean' && isState ? word : undefined;
}

/** The state of an item whose boolean property is false. */
export const otherThan = (flag: string) => `not_${flag}`;

/** What an item is called whose boolean property is false: `disabled` of `enabled`. */
export function oppositeOf(flag: string): string | undefined {
  const known: Readonly<Record<string, string>> = { enabled: 'disabled', active: 'inactive', open: 'closed' };
  return known[flag] ?? (/ed$/.test(flag) && !/^(?:un|dis)/.test(flag) ? `un${flag}` : undefined);
}

/** The state of an item; undefined where it does not show it. */
export function stateOf(item: Exact, { property, flag }: StateRule): string | undefined {
  const value = valueIn(item, property);
  if (flag === undefined || typeof value !== 'boolean') return typeof value === 'string' ? value : undefined;
  return value ? flag : otherThan(flag);
}

/** What the parameters of the path name, the last one first: what something is done to, or made beneath. */
function resourcesIn({ resources }: Described, { path }: Operation): (Resource | undefined)[] {
  return [...path.matchAll(/\/\{[^}/]+\}/g)]
    .map(({ index }) => path.slice(0, index))
    .toReversed()
    .map((before) => resources.find((one) => one.parameter !== undefined && one.itemsPath === before));
}

const verbsOf: Readonly<Record<string, readonly string[]>> = {
  PUT: ['changed', 'edited', 'updated', 'modified', 'altered', 'replaced'],
  PATCH: ['changed', 'edited', 'updated', 'modified', 'altered'],
  DELETE: ['deleted', 'removed', 'discarded'],
};

/** True for the participle of what an operation does: its first letters show that it is the same word. */
export function isDoneBy({ method, path, id }: Operation, participle: string): boolean {
  const word = participle.toLowerCase();
  const own = [path.split(/[/:]/).at(-1) ?? '', id].flatMap(wordsOf).filter((one) => one.length > 2);
  return [...own, ...(verbsOf[method] ?? [])].some(
    (one) => word.startsWith(one) || word.slice(0, 4) === one.slice(0, 4),
  );
}

// What makes of a sentence one about some cases alone.
const hedges = [
  'unless except without until but by for before after within if when while once through via with directly other',
  'others yet whose may might usually through during outside',
];
const hedge = new RegExp(`\\b(?:${hedges.join(' ').replaceAll(' ', '|')})\\b`, 'i');

const caseEnd = /,? or (?=(?:the|this|an?|has|have) )/i;

/** A pattern for what descriptions call a state: `InProgress` as it is, or "in progress". */
export function stateSaid(state: string): string {
  return wordsOf(state).join('[ _-]?');
}

/** Reads sentences about what is done to the things of a resource, which may be in some states. */
class Said {
  readonly #states: readonly string[];
  readonly #others: readonly string[];
  /** What is said of an item that is not in the only state. */
  readonly #opposite: string | undefined;
  readonly #operation: Operation;
  readonly #forms: readonly { form: RegExp; isOnly: boolean }[];
  readonly #conditions: RegExp;
  readonly #either: RegExp;
  readonly #naming: RegExp;
  readonly #conditionIn: (sentence: string) => string | undefined;

  /** `isFlag`: an item is in the only one of the states, or is not. */
  constructor(operation: Operation, resource: Resource, states: readonly string[], isFlag = false) {
    this.#operation = operation;
    this.#states = states;
    this.#others = isFlag ? states.map(otherThan) : [];
    const [noun, nouns] = [nounPattern(resource), nounsPattern(resource)];
    const [flag = ''] = isFlag ? states : [];
    this.#opposite = oppositeOf(flag);
    const words = [...states, ...(this.#opposite === undefined ? [] : [this.#opposite])];
    const state = words.map(stateSaid).join('|');
    const list = `(?<list>(?:${state})(?:(?:,? (?:or|and) |, )(?:an? |already )?(?:${state}))*)`;
    const be = '(?:is|are|was|were|has been|have been|has|have|be)';
    const not = "(?:cannot|can not|can't|can no longer|must not|may not) be (?<verb>[a-z]+)";
    const only = '(?:can|may|must) be (?<verb>[a-z]+)';
    const when = `(?:if|when|while|once|as long as|after) (?:it|they|the ${noun}) ${be}(?: already| still)?(?: an?)?`;
    const things = `(?:(?:an?|the|any) )?${nouns}`;
    const which = '(?:that|which) (?:is|are)(?: already| still)?(?: an?| in)?';
    this.#forms = [
      { form: new RegExp(`^(?:an? |the |any )?${list}(?: ${nouns}|s)? ${not}(?<rest>.*)$`, 'i'), isOnly: false },
      { form: new RegExp(`^no ${list}(?: ${nouns}|s)? ${only}(?<rest>.*)$`, 'i'), isOnly: false },
      { form: new RegExp(`^${things} ${not} ${when} ${list}(?<rest>.*)$`, 'i'), isOnly: false },
      { form: new RegExp(`^only (?:an? )?${list}(?: ${nouns}|s)? ${only}(?<rest>.*)$`, 'i'), isOnly: true },
      { form: new RegExp(`^only (?:an? )?${nouns} ${which} ${list} ${only}(?<rest>.*)$`, 'i'), isOnly: true },
      { form: new RegExp(`^(?:an?|the|any) ${noun} ${which} ${list} ${not}(?<rest>.*)$`, 'i'), isOnly: false },
      {
        form: new RegExp(`^${things} (?:can|may) only be (?<verb>[a-z]+) ${when} ${list}(?<rest>.*)$`, 'i'),
        isOnly: true,
      },
      {
        form: new RegExp(
          `^[a-z]+ (?:can|may) only be (?<verb>[a-z]+) (?:for|to|in|of|on) (?:an? |the )?` +
            `(?:${nouns} that ${be} ${list}|(?<other>${state}) ${nouns})(?<rest>.*)$`,
          'i',
        ),
        isOnly: true,
      },
    ];
    this.#naming = new RegExp(`^(?:the|this|an?) ${noun} `, 'i');
    this.#conditionIn = (sentence) => saidCondition(sentence, noun, state);
    this.#either = new RegExp(
      `^(?:the|this|an?) ${noun} ${be} (?:already )?(?<either>[a-z]+(?:, [a-z]+)*,? or (?:already )?[a-z]+)$`,
      'i',
    );
    const between = '(?<not> not| no longer)?(?: already| yet| still| been| an?| in)*';
    this.#conditions = new RegExp(
      `^(?:or )?(?:(?:the|this|an?) ${noun} |it )?${be}${between} ${list}` +
        `(?: already| yet| any ?more| state| ${noun})*$`,
      'i',
    );
  }

  /** The states in which a description says that it is refused. `isOfRefusal`: it is that of the refusal itself. */
  refusedBy(description: string, isOfRefusal: boolean): string[] {
    return [
      ...new Set(
        sentencesOf(description).flatMap((one) => [
          ...this.#inSentence(one),
          ...(isOfRefusal ? this.#inRefusal(one) : []),
        ]),
      ),
    ];
  }

  /** The same of a refusal that says which thing is in the state: another one is what was asked for. */
  namedIn(description: string): string[] {
    return [...new Set(sentencesOf(description).flatMap((one) => this.#ofNamed(one)))];
  }

  #inSentence(sentence: string): readonly string[] {
    for (const { form, isOnly } of this.#forms) {
      const { list, other, verb = '', rest = '' } = form.exec(sentence.trim())?.groups ?? {};
      const said = list ?? other;
      if (said === undefined || !isDoneBy(this.#operation, verb) || hedge.test(rest)) continue;
      return isOnly ? this.#but(this.#named(said)) : this.#named(said);
    }
    return this.#inRefusal(this.#conditionIn(sentence) ?? '');
  }

  /** "The account is closed", "It is not open, or was blocked". */
  #inRefusal(sentence: string): readonly string[] {
    const clauses = sentence.split(/,|\bor (?=is |was |has |it |the )/).map((one) => one.trim().replace(/^or /i, ''));
    const found = clauses.filter((one) => one !== '').map((one) => this.#conditions.exec(one)?.groups);
    if (/\band\b/i.test(sentence)) return [];
    if (found.some((one) => one === undefined)) return this.#ofOneCase(sentence);
    return found.flatMap((one) => {
      const named = this.#named(one?.['list'] ?? '');
      return one?.['not'] === undefined ? named : this.#but(named);
    });
  }

  /** Of several cases, those that name the thing: "The order is paid, or the shop is closed", "full or cancelled". */
  #ofOneCase(sentence: string): readonly string[] {
    const either = this.#either.exec(sentence.trim())?.groups?.['either'];
    if (either !== undefined && !/\bnot\b/i.test(either)) return this.#named(either);
    return sentence.split(caseEnd).length < 2 ? [] : this.#ofNamed(sentence);
  }

  #ofNamed(sentence: string): readonly string[] {
    const cases = sentence.trim().split(caseEnd);
    return cases.filter((one) => this.#naming.test(one)).flatMap((one) => this.#inRefusal(one));
  }

  #named(text: string): string[] {
    const isSaid = (word: string) => new RegExp(`\\b${stateSaid(word)}\\b`, 'i').test(text);
    const isOther = this.#opposite !== undefined && isSaid(this.#opposite);
    return [...this.#states.filter(isSaid), ...(isOther ? this.#others : [])];
  }

  #but(states: readonly string[]): string[] {
    return [...this.#states, ...(states.length > 0 ? this.#others : [])].filter((one) => !states.includes(one));
  }
}
