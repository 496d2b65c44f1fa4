import { describeLocation } from '../contract/problem.ts';
import type { FactSubject } from './facts.ts';
import type { Fact } from './result.ts';

/** What to do about a broken fact: on the server's side, or else in the contract. */
export function adviceFor({ location }: Fact, subject: FactSubject): { server: string; contract: string } {
  const at = describeLocation(location);
  const contract = (change: string) => `If the server is right, ${change} at ${at}.`;
  switch (subject.kind) {
    case 'operation':
      return { server: 'Serve this operation.', contract: contract('remove the operation') };
    case 'method':
      return { server: `Refuse ${subject.method} on ${subject.path}, with 405 and Allow.`, contract: contract(`describe ${subject.method}`) };
    case 'unknownPath':
      return { server: 'Answer 404 on a path that the contract does not have.', contract: contract('describe the path') };
    case 'parameter':
      return { server: `Check ${subject.name} (${subject.in}) as its schema says, and use it.`, contract: contract(`change ${subject.keyword}`) };
    case 'requestBody':
      return { server: 'Check the body as its schema says, and keep what it allows unaltered.', contract: contract(`change ${subject.keyword}`) };
    case 'status':
      if (subject.status === 'failure') return { server: 'Answer every request, and find out why this one makes the server fail.', contract: 'No contract can allow it.' };
      return { server: 'Answer with the documented status.', contract: contract(subject.status === 'undocumented' ? 'document this status' : 'change the response') };
    case 'content':
      return { server: 'Send the documented media type, and a body that is it.', contract: contract('change the content of the response') };
    case 'header':
      return { server: `Send the header ${subject.name} as documented.`, contract: contract('change the header') };
    case 'responseBody':
      return { server: 'Send a body as its schema says.', contract: contract(`change ${subject.keyword}`) };
    case 'security':
      return { server: 'Check the credential before everything else.', contract: contract('change the security of the operation') };
    case 'rateLimit':
      return { server: 'Count each request, refuse those beyond the limit until the reset, and say so in the headers.', contract: contract('change what is said of the limit') };
    case 'relation':
      if (subject.property !== undefined && subject.aspect !== 'kept') return { server: `Let ${subject.property} decide what is listed, as it is described.`, contract: contract(`change ${subject.property}`) };
      return { server: 'Give back what was stored, as it was stored.', contract: contract('change the schemas or the description of both operations') };
    case 'rule':
      return { server: 'Keep the rule.', contract: contract('change the rule') };
  }
}
