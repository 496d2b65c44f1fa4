import { hash, timingSafeEqual } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

const plans = {
  free: { minute: 60, day: 1000 },
  pro: { minute: 300, day: 10_000 },
  business: { minute: 1000, day: 100_000 },
};

const { DATABASE_PATH = 'data/adoption.sqlite', SYNCHRONOUS = 'NORMAL' } = process.env;

const database = new DatabaseSync(DATABASE_PATH, { timeout: 5000 });
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${SYNCHRONOUS}`);

const insert = database.prepare('INSERT INTO animal (name, category_id, status) VALUES (?, ?, ?)');
const byId = database.prepare('SELECT id, name, category_id, status FROM animal WHERE id = ?');
const newest = database.prepare('SELECT id, name, category_id, status FROM animal ORDER BY id DESC LIMIT ?');
const newestByStatus = database.prepare(
  'SELECT id, name, category_id, status FROM animal WHERE status = ? ORDER BY id DESC LIMIT ?',
);
const keyById = database.prepare('SELECT * FROM api_key WHERE id = ?');

/** The newest animals, at most `limit` of them; with a status, only those that have it. */
export function listAnimals(limit, status) {
  const rows = status === undefined ? newest.all(limit) : newestByStatus.all(status, limit);
  return rows.map(toAnimal);
}

export function findAnimal(id) {
  const row = byId.get(id);
  return row && toAnimal(row);
}

/** Each insert is a transaction of its own. */
export function addAnimal({ name, categoryId, status }) {
  const { lastInsertRowid } = insert.run(name, categoryId, status ?? null);
  return { id: Number(lastInsertRowid), name, categoryId, ...(status && { status }) };
}

function toAnimal({ id, name, category_id: categoryId, status }) {
  return { id, name, categoryId, ...(status && { status }) };
}

/** The key in an `Authorization` header, read at each request: one that is revoked is refused at once. */
export function findKey(authorization) {
  const [, id, secret] = /^bearer +adoption_([0-9a-f]{16})_([0-9a-f]{64})$/i.exec(authorization ?? '') ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const key = keyById.get(id);
  if (key === undefined || !timingSafeEqual(hash('sha256', secret, 'buffer'), key.secret_hash)) return undefined;
  if (key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= Date.now())) return undefined;
  const agreed = { minute: key.requests_per_minute ?? 0, day: key.requests_per_day ?? 0 };
  return { id, limits: plans[key.plan] ?? agreed };
}
