import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const word = '{ type: string, minLength: 1, maxLength: 40 }';
const bodyOf = (required: string, names: readonly string[]) => {
  const properties = names.map((name) => `${name}: ${word}`).join(', ');
  return `requestBody: { required: true, ${json(`{ type: object, ${required} properties: { ${properties} } }`)} }`;
};
const oneOf = (item: string, status = 200) => `'${status}': { description: '', ${json(item)} }`;
const listOf = (item: string) => oneOf(`{ type: array, items: ${item} }`);
const named = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
const project = `{ type: object, required: [id], properties: { id: { type: string }, title: ${word}, text: ${word} } }`;
const task = "{ $ref: '#/components/schemas/Task' }";
const token = '{ type: object, required: [token], properties: { token: { type: string } } }';
const message = '{ type: object, required: [message], properties: { message: { type: string } } }';

/** Tasks are at `/tasks/{projectId}`, and each of them is at a path of its own there. */
const description = descriptionOf(
  `
/accounts:
  post:
    operationId: signUp
    security: []
    ${bodyOf('required: [email, password],', ['email', 'password'])}
    responses: { ${oneOf(message, 201)}, ${refused(400)}, '409': { description: Email is taken } }
/login:
  post:
    operationId: logIn
    security: []
    ${bodyOf('required: [email, password],', ['email', 'password'])}
    responses: { ${oneOf(token)}, ${refused(400, 401)} }
/password:
  put:
    operationId: changePassword
    ${bodyOf('required: [old_password, new_password],', ['old_password', 'new_password'])}
    responses: { ${oneOf(message)}, ${refused(400, 401)} }
/projects:
  get: { operationId: listProjects, responses: { ${listOf(project)}, ${refused(401)} } }
  post:
    operationId: addProject
    ${bodyOf('required: [title, text],', ['title', 'text'])}
    responses: { ${oneOf(project, 201)}, ${refused(400, 401)} }
/projects/{projectId}:
  parameters: [${named('projectId')}]
  get: { operationId: readProject, responses: { ${oneOf(project)}, ${refused(401, 404)} } }
  put:
    operationId: changeProject
    ${bodyOf('', ['title', 'text'])}
    responses: { ${oneOf(project)}, ${refused(400, 401, 404)} }
/projects/{projectId}/members:
  parameters: [${named('projectId')}]
  post:
    operationId: addMember
    ${bodyOf('required: [email],', ['email'])}
    responses: { ${oneOf(message)}, ${refused(400, 401, 404)} }
/tasks/{projectId}:
  parameters: [${named('projectId')}]
  get: { operationId: listTasks, responses: { ${listOf(task)}, ${refused(401)} } }
  post:
    operationId: addTask
    ${bodyOf('required: [title],', ['title'])}
    responses: { ${oneOf(task, 201)}, ${refused(400, 401)} }
/tasks/{projectId}/t/{taskId}:
  parameters: [${named('projectId')}, ${named('taskId')}]
  get: { operationId: readTask, responses: { ${oneOf(task)}, ${refused(401, 404)} } }
`,
  `security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas: { Task: { type: object, required: [id, title], properties: { id: { type: string }, title: ${word} } } }`,
);

type Mistake =
  | 'lists the tasks of all projects'
  | 'reads a task in any project'
  | 'answers who adds a member with a number'
  | 'makes two accounts with one address';

/** The names of what a body must have, and of what it may have. */
const bodies: Readonly<Record<string, { required: readonly string[]; names: readonly string[] }>> = {
  'POST /accounts': { required: ['email', 'password'], names: ['email', 'password'] },
  'POST /login': { required: ['email', 'password'], names: ['email', 'password'] },
  'PUT /password': { required: ['old_password', 'new_password'], names: ['old_password', 'new_password'] },
  'POST /projects': { required: ['title', 'text'], names: ['title', 'text'] },
  'PUT /projects/': { required: [], names: ['title', 'text'] },
  'POST /projects//members': { required: ['email'], names: ['email'] },
  'POST /tasks/': { required: ['title'], names: ['title'] },
};

const routes = [...Object.keys(bodies), 'GET /projects', 'GET /projects/', 'GET /tasks/', 'GET /tasks//t/'];

const isWord = (value: unknown) => typeof value === 'string' && value !== '' && [...value].length <= 40;

/** The key is that of an account whose password nobody is told. What is of no project, or of nobody, is refused. */
class ProjectServer {
  readonly #accounts = new Map<string, string>();
  readonly #projects = new Map<string, ExactObject>();
  readonly #tasks: { of: string; item: ExactObject }[] = [];
  readonly #mistake: Mistake | undefined;
  #count = 0;

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const segments = request.target.replace(/\?.*/, '').split('/').map(decodeURIComponent);
    // Identifiers are at even places.
    const path = segments.map((one, index) => (index > 1 && index % 2 === 0 ? '' : one)).join('/');
    const route = `${request.method} ${path}`;
    if (!routes.some((one) => one.endsWith(` ${path}`))) return { status: 404 };
    if (!routes.includes(route)) return { status: 405 };
    const [, key] = /^bearer +(\S+)$/i.exec(headerIn(request, 'Authorization') ?? '') ?? [];
    if (!['/accounts', '/login'].includes(path) && key !== 'key' && key !== 'other') return { status: 401 };
    const body = bodies[route];
    if (body === undefined) return this.#read(segments);
    const value = jsonIn(request.body) ?? null;
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 400 };
    if (!isExactObject(value) || body.required.some((name) => value[name] === undefined)) return { status: 400 };
    if (body.names.some((name) => value[name] !== undefined && !isWord(value[name]))) return { status: 400 };
    const sent = Object.fromEntries(Object.entries(value).filter(([name]) => body.names.includes(name)));
    return this.#write(route, segments[2] ?? '', sent);
  }

  #read([, kind, id, , taskId]: string[]): ResponseParts {
    if (id === undefined) return { body: [...this.#projects.values()] };
    const project = this.#projects.get(id);
    if (project === undefined) return { status: 404 };
    if (kind === 'projects') return { body: project };
    const isShown = this.#mistake === (taskId ? 'reads a task in any project' : 'lists the tasks of all projects');
    const own = this.#tasks.filter(({ of }) => of === id || isShown).map(({ item }) => item);
    if (taskId === undefined) return { body: own };
    const task = own.find((one) => one['id'] === taskId);
    return task === undefined ? { status: 404 } : { body: task };
  }

  #write(route: string, id: string, sent: ExactObject): ResponseParts {
    const { email, password } = sent;
    const done: ResponseParts = { body: { message: 'done' } };
    const known = this.#accounts.get(String(email));
    if (route === 'PUT /password') return { status: 401 };
    if (route === 'POST /login') return { ...(known === password ? { body: { token: 'other' } } : { status: 401 }) };
    if (route === 'POST /accounts') {
      if (known !== undefined && this.#mistake !== 'makes two accounts with one address') return { status: 409 };
      this.#accounts.set(String(email), String(password));
      return { ...done, status: 201 };
    }
    if (route === 'POST /projects') {
      const item = { id: this.#next(), ...sent };
      this.#projects.set(item.id, item);
      return { status: 201, body: item };
    }
    const project = this.#projects.get(id);
    if (project === undefined) return { status: 404 };
    if (route === 'PUT /projects/') return { body: Object.assign(project, sent) };
    if (route === 'POST /projects//members') {
      if (known === undefined) return { status: 400 };
      return this.#mistake === 'answers who adds a member with a number' ? { body: 7 } : done;
    }
    const item = { id: this.#next(), ...sent };
    this.#tasks.push({ of: id, item });
    return { status: 201, body: item };
  }

  #next(): string {
    this.#count += 1;
    return `3f2504e0-4f89-41d3-9a0c-${String(this.#count).padStart(12, '0')}`;
  }
}

const notKept = (mistake?: Mistake) =>
  notKeptBy(new ProjectServer(mistake), withoutWorkflows(description), 'key', 1, false);

test('a path names what it is called after, and a body what nobody else knows', async () => {
  expect(await notKept()).toEqual([]);
});

test.each<[Mistake, told: string]>([
  ['lists the tasks of all projects', 'listTasks.beneath.projectId'],
  ['reads a task in any project', 'readTask.beneath.projectId'],
  ['answers who adds a member with a number', 'addMember.responses.200.body.type'],
  ['makes two accounts with one address', 'signUp.distinct.email'],
])('a server that %s', async (mistake, told) => {
  expect(await notKept(mistake)).toContain(told);
});
