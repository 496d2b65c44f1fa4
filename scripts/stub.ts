import { contractOptions } from './cli/command-help.ts';
import { keyIn, runCommand, wholeNumber } from './cli/command-line.ts';
import { endSignal } from './cli/end-signal.ts';
import { orCannotRun } from './cli/problem.ts';
import { keepContract, leaveOutputTo, standardOutput, writeReport } from './cli/report-file.ts';
import { RunningReport } from './cli/running-report.ts';
import { visible } from './cli/text.ts';
import type { Description } from './openapi/description.ts';
import { reportMistakes } from './openapi/mistakes/mistakes.ts';
import { readContract } from './openapi/read-contract.ts';
import { describeStub, stubReport, verdictOn, verificationOf } from './report/stub-report.ts';
import { exampleCurl } from './stub/example-request.ts';
import { LiveLines } from './stub/live-lines.ts';
import type { Choice } from './stub/responder.ts';
import { Stub, type StubExchange } from './stub/stub.ts';
import { serveStub } from './stub/stub-server.ts';
import { specificationOf } from './verify/specification.ts';

const command = {
  name: 'stub',
  summary: 'Serves the contract without a server: example data, what clients create, and what they do wrong.',
  options: {
    port: {
      type: 'string',
      value: 'NUMBER',
      default: '4010',
      description: 'where it listens on 127.0.0.1; 0 is a free port',
    },
    ...contractOptions,
    key: {
      type: 'string',
      value: 'KEY',
      description: 'the only valid key (default CONTRACT_KEY; without both, any key is valid)',
    },
    cors: { type: 'boolean', default: false, description: 'lets pages of other origins call it' },
    latency: {
      type: 'string',
      value: 'MILLISECONDS',
      default: '0',
      description: 'how much later each response comes',
    },
    every: { type: 'boolean', default: false, description: 'gives each documented response of an operation in turn' },
    seed: { type: 'string', value: 'NUMBER', description: 'gives them in an order that the seed decides' },
    faulty: {
      type: 'boolean',
      default: false,
      description: 'also gives responses that the contract does not allow',
    },
    report: {
      type: 'string',
      value: 'FILE',
      description: 'writes what the requests kept and violated, as JSON; - is standard output, at the end',
    },
  },
  notes: `A request may choose its response: Prefer: code=404, or example=NAME.
SIGINT and SIGTERM end it, with exit code 1 when a request violated the contract, or when --report was given and no
request came.`,
} as const;

const anyIsValid =
  'Any key is valid. `verify` expects that unknown ones are refused: --key KEY makes it the only valid one.';

await runCommand(command, async ({ spec, key = keyIn('CONTRACT_KEY'), cors, every, faulty, ...given }) => {
  leaveOutputTo(given.report);
  const [port, latency, seed] = [
    wholeNumber('port', given.port, { most: 65_535 }),
    wholeNumber('latency', given.latency, { most: 600_000 }),
    wholeNumber('seed', given.seed ?? '1', { most: 2 ** 31 - 1 }),
  ];
  const choice: Choice =
    every || faulty || given.seed !== undefined
      ? { kind: 'turns', order: given.seed === undefined ? 'turn' : 'seed', isFaulty: faulty }
      : { kind: 'state' };
  const specification = specificationOf(await orCannotRun(readContract(spec, { allowRemote: given['allow-remote'] })));
  const { contract } = specification.description;
  keepContract(contract.texts.keys(), { report: given.report });
  reportMistakes(contract.mistakes);
  // What was answered is worth a line where that is not plain from the request.
  const lines = new LiveLines(process.stdout.isTTY || choice.kind === 'turns');
  const onExchange = (exchange: StubExchange) => {
    for (const line of lines.linesFor(exchange)) console.log(line);
    if (exchange.violations.length > 0) report?.updateNow();
    else report?.updateSoon();
  };
  const stub = new Stub(specification, { now: Date.now, seed, key, choice, onExchange });
  const server = await serveStub(stub.respond, {
    basePath: specification.description.service.basePath,
    port,
    cors,
    latency,
    onNoHttp: stub.noteNoHttp,
  });
  const started = performance.now();
  const found = () =>
    verificationOf({
      specification,
      stub,
      baseUrl: server.baseUrl,
      seed,
      seconds: (performance.now() - started) / 1000,
    });
  const file = given.report === standardOutput ? undefined : given.report;
  const report = file === undefined ? undefined : new RunningReport(file, () => stubReport(found()));
  const stopped = endSignal();
  try {
    report?.write();
    console.log(greeting(specification.description, spec, server.baseUrl, key));
    await Promise.race([stopped, ...(report === undefined ? [] : [report.failed])]);
  } finally {
    await server.close();
  }
  report?.write();
  const verification = found();
  if (given.report === standardOutput) await writeReport(standardOutput, stubReport(verification));
  console.log(`\n${describeStub(verification)}`);
  // Who asks for a report wants to know of a client: one that never came has shown nothing.
  const isOfNobody = given.report !== undefined && verification.requests === 0;
  return verdictOn(verification) === 'violated' || isOfNobody ? 1 : 0;
});

function greeting(description: Description, spec: string, baseUrl: string, key: string | undefined): string {
  const { title, version } = description.service;
  const curl = exampleCurl(description, baseUrl, key);
  const name = visible(`${title} ${version}`);
  const isProtected = description.operations.some(({ security }) =>
    security.some((one) => Object.keys(one).length > 0),
  );
  const paragraphs = [
    `${name}, a stub of ${spec}, is at ${baseUrl}`,
    ...(curl === undefined ? [] : [curl]),
    ...(key === undefined && isProtected ? [anyIsValid] : []),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}
