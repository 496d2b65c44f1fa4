import { existsSync, readFileSync } from 'node:fs';
import { namePattern } from '../cli/name-pattern.ts';
import { CannotRun, ContractError, errorMessage } from '../cli/problem.ts';
import { isObject } from '../openapi/json.ts';
import { limits } from '../openapi/source/limits.ts';
import { parseYaml } from '../openapi/source/yaml-document.ts';
import type { RequirementResult } from './result.ts';

/** Requirements that need not be kept, by their ids with `*` for anything, and why. */
export interface Waiver {
  requirement: string;
  reason: string;
}

/** Reads a file of waivers: YAML or JSON, a list of `requirement` and `reason`. Throws CannotRun. */
export function readWaivers(file: string): Waiver[] {
  if (!existsSync(file)) throw new CannotRun(`Cannot read ${file}: there is no such file.`);
  const list = parsed(file);
  if (!Array.isArray(list))
    throw new CannotRun(`${file} must be a list of entries such as { requirement: listThings.*, reason: … }.`);
  return list.map((entry: unknown, index) => {
    const { requirement, reason, ...others } = isObject(entry) ? entry : {};
    const isWaiver = typeof requirement === 'string' && typeof reason === 'string' && reason.trim() !== '';
    if (!isWaiver || Object.keys(others).length > 0)
      throw new CannotRun(
        `${file}: entry ${index + 1} must have a requirement and a reason, each a text, and no more.`,
      );
    return { requirement, reason };
  });
}

function parsed(file: string): unknown {
  try {
    return parseYaml(file, readFileSync(file, 'utf8'), limits.values).document.toJS();
  } catch (cause) {
    if (cause instanceof ContractError) throw new CannotRun(cause.message, { cause });
    throw new CannotRun(`Cannot read ${file}: ${errorMessage(cause)}`, { cause });
  }
}

/** Results with what is waived, and what waivers did not do. */
export interface Waived {
  requirements: RequirementResult[];
  /** A sentence for each waiver that waived nothing. */
  unused: string[];
}

/** Waives what is violated or unproven. What is kept stays kept. */
export function withWaivers(requirements: readonly RequirementResult[], waivers: readonly Waiver[]): Waived {
  const patterns = waivers.map(({ requirement, reason }) => ({
    requirement,
    reason,
    pattern: namePattern(requirement),
  }));
  const used = new Set<string>();
  const results = requirements.map((result): RequirementResult => {
    if (result.verdict === 'kept' || result.verdict === 'waived') return result;
    const own = patterns.find(({ pattern }) => pattern.test(result.requirement.id));
    if (own === undefined) return result;
    used.add(own.requirement);
    const { requirement, cases, samples } = result;
    return { requirement, cases, samples, verdict: 'waived', reason: own.reason };
  });
  const unused = patterns
    .filter(({ requirement }) => !used.has(requirement))
    .map(({ requirement, pattern }) =>
      requirements.some(({ requirement: { id } }) => pattern.test(id))
        ? `The waiver of ${requirement} is not needed: nothing that it names is violated or unproven.`
        : `The waiver of ${requirement} names no requirement of this run.`,
    );
  return { requirements: results, unused };
}
