import { type Case, describeRules } from './test/describe-rules.ts';

const plans = (...lines: string[]) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths: {}
${lines.join('\n')}
`;

const perMinute = (value: string) =>
  plans('x-rate-limit-plans:', '  small:', `    requestsPerMinute: ${value}`, '    requestsPerDay: 100');

const fails = (value: string): Case => ({
  name: `fails with the limit ${value}`,
  document: perMinute(value),
  problems: [[6, value, 'requestsPerMinute of the plan small has to be a positive whole number, or `custom`']],
});

describeRules({
  'contract/rate-limit-plans': [
    { name: 'passes without plans', document: plans() },
    { name: 'passes with whole numbers', document: perMinute('1') },
    { name: 'passes with `custom`', document: perMinute('custom').replace('3.1.0', '3.0.3') },
    ...['0', '-5', '1.5', "'60'", 'unlimited', 'null', '.inf', '[60]'].map(fails),
    {
      name: 'fails without a limit',
      document: plans('x-rate-limit-plans:', '  small:', '    requestsPerMinute: 10'),
      problems: [[5, 'small', 'The plan small has no requestsPerDay']],
    },
    {
      name: 'fails with an unknown field',
      document: `${perMinute('10')}    requestsPerHour: 50\n`.replace('100\n\n', '100\n'),
      problems: [[8, 'requestsPerHour', 'has a field requestsPerHour']],
    },
    {
      name: 'fails with a plan without limits',
      document: plans('x-rate-limit-plans:', '  small: 10'),
      problems: [[5, 'small', 'has no limits']],
    },
    {
      name: 'fails with an empty list of plans',
      document: plans('x-rate-limit-plans: {}'),
      problems: [[4, 'x-rate-limit-plans', 'has no plan']],
    },
    {
      name: 'fails with a list',
      document: plans('x-rate-limit-plans: [small]'),
      problems: [[4, 'x-rate-limit-plans', 'has no plan']],
    },
  ],
});
