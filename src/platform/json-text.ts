import { type, type Schema } from '@orpc/server';
import { sql, type RawBuilder } from 'kysely';

/**
 * An answer the database has written as JSON, sent as it stands: a list that nobody here looks into need not be taken
 * apart and put together again, which is most of what it would cost.
 */
export class JsonText<T> {
  declare private readonly says: T;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** What it says, for answers that are not made of text. */
  toJSON(): T {
    return JSON.parse(this.text) as T;
  }
}

/** The output of a procedure that answers with a JsonText: to its callers it is what the text says. */
export function written<T>(): Schema<JsonText<T>, T> {
  // Passed on as it is: whoever sends it sends the text.
  return type<JsonText<T>, T>((text) => text as unknown as T);
}

/** The rows of a query, whose columns are named as the API names them, as the text of one JSON list. */
export function rowsAsText(query: RawBuilder<unknown>): RawBuilder<{ body: string }> {
  return sql<{ body: string }>`select coalesce(json_agg(t), '[]')::text as body from (${query}) t`;
}

/** The same of a query for one row: the text of an object, or no row. */
export function rowAsText(query: RawBuilder<unknown>): RawBuilder<{ body: string }> {
  return sql<{ body: string }>`select row_to_json(t)::text as body from (${query}) t`;
}
