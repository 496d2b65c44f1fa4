import { descriptionOf } from '../../test/contracts.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const of = (name: string) => json(`{ $ref: '#/components/schemas/${name}' }`);
const body = (name: string) => `requestBody: { required: true, ${of(name)} }`;
const answer = (status: number, content?: string, description = '') =>
  `'${status}': { description: '${description}'${content === undefined ? '' : `, ${content}`} }`;
const responses = (...all: string[]) => `responses: { ${all.join(', ')} }`;
const uuid = '{ type: string, format: uuid }';
const pathParameter = (name: string) => `{ name: ${name}, in: path, required: true, schema: ${uuid} }`;
const inPath = (...names: string[]) => `parameters: [${names.map(pathParameter).join(', ')}]`;
const [invalid, unknown, conflict, unprocessable] = [answer(400), answer(404), answer(409), answer(422)];
const keyUsed = answer(409, undefined, 'The key was used before with another body.');
const listOf = (name: string) => json(`{ type: array, items: { $ref: '#/components/schemas/${name}' } }`);

const query = [
  '{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }',
  '{ name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }',
  '{ name: state, in: query, schema: { enum: [open, closed] } }',
  '{ name: q, in: query, description: Text to search for in the subject, schema: { type: string, minLength: 1 } }',
];
const key = '{ name: Idempotency-Key, in: header, required: true, schema: { type: string, format: uuid } }';

const paths = `
/tickets:
  get:
    operationId: listTickets
    parameters: [${query.join(', ')}]
    ${responses(answer(200, of('TicketPage')), invalid)}
  post:
    operationId: openTicket
    parameters: [${key}]
    ${body('NewTicket')}
    ${responses(answer(201, of('Ticket')), invalid, keyUsed)}
/tickets/bulk:
  post:
    operationId: openTickets
    ${body('NewTickets')}
    ${responses(answer(201, of('Tickets')), invalid)}
/tickets/{ticketId}:
  ${inPath('ticketId')}
  get: { operationId: readTicket, ${responses(answer(200, of('Ticket')), invalid, unknown)} }
  head: { operationId: sizeOfTicket, ${responses(answer(200), invalid, unknown)} }
  delete: { operationId: removeTicket, ${responses(answer(204), invalid, unknown)} }
/tickets/{ticketId}/close:
  ${inPath('ticketId')}
  post: { operationId: closeTicket, ${responses(answer(200, of('Ticket')), invalid, unknown)} }
/tickets/{ticketId}/messages:
  ${inPath('ticketId')}
  get: { operationId: listMessages, ${responses(answer(200, listOf('Message')), invalid, unknown)} }
  post: { operationId: writeMessage, ${body('NewMessage')}, ${responses(answer(201, of('Message')), invalid, unknown)} }
/tickets/{ticketId}/messages/{messageId}:
  ${inPath('ticketId', 'messageId')}
  get: { operationId: readMessage, ${responses(answer(200, of('Message')), invalid, unknown)} }
/labels:
  get: { operationId: listLabels, ${responses(answer(200, listOf('Label')))} }
  post: { operationId: addLabel, ${body('NewLabel')}, ${responses(answer(201, of('Label')), invalid, conflict)} }
/labels/{labelId}:
  ${inPath('labelId')}
  get: { operationId: readLabel, ${responses(answer(200, of('Label')), unprocessable)} }
  put:
    operationId: replaceLabel
    ${body('NewLabel')}
    ${responses(answer(200, of('Label')), invalid, conflict, unprocessable)}
  delete: { operationId: removeLabel, ${responses(answer(204), unprocessable)} }
/accounts:
  post: { operationId: signUp, security: [], ${body('Credentials')}, ${responses(answer(201, of('Account')), invalid)} }
/sessions:
  post:
    operationId: logIn
    security: []
    ${body('Credentials')}
    ${responses(answer(201, of('Session')), invalid, answer(401))}
`;

const object = (required: string, properties: string) =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${properties} } }`;
const text = '{ type: string, minLength: 1, maxLength: 80 }';
const time = '{ type: string, format: date-time }';
const state = 'state: { enum: [open, closed] }';
const ticket = `subject: ${text}, note: ${text}`;
const label = `name: ${text}, slug: ${text}`;
const counts =
  'total: { type: integer }, page: { type: integer }, limit: { type: integer }, has_more: { type: boolean }';
const list = (name: string) => `type: array, items: { $ref: '#/components/schemas/${name}' }`;
const credentials = `email: { type: string, format: email }, password: ${text}`;

const components = `
components:
  schemas:
    NewTicket: ${object('subject', ticket)}
    NewTickets: ${object('tickets', `tickets: { minItems: 1, maxItems: 9, ${list('NewTicket')} }`)}
    Ticket: ${object('id, subject, state, openedAt', `id: ${uuid}, ${ticket}, ${state}, openedAt: ${time}`)}
    Tickets: ${object('tickets', `tickets: { ${list('Ticket')} }`)}
    TicketPage: ${object('data, total, page, limit, has_more', `data: { ${list('Ticket')} }, ${counts}`)}
    NewMessage: ${object('text', `text: ${text}`)}
    Message: ${object('id, text', `id: ${uuid}, text: ${text}`)}
    NewLabel: ${object('name, slug', label)}
    Label: ${object('id, name, slug', `id: ${uuid}, ${label}`)}
    Credentials: ${object('email, password', credentials)}
    Account: ${object('id, email', `id: ${uuid}, email: { type: string }`)}
    Session: ${object('token', 'token: { type: string }')}`;

/** The contract of a help desk. */
export const deskContract = descriptionOf(paths, components);
