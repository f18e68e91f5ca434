import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely';

/**
 * snake_case in the database, camelCase in the code. As the plugin does it, but the names of a result's columns are
 * translated once for all its rows, and JSON that has none to translate is not copied: a fourth of what a list costs.
 */
export class ColumnNames extends CamelCasePlugin {
  override transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve({ ...result, rows: this.translated(result.rows) });
  }

  /** The rows of one result, whose columns are the same in each, with their names in camelCase. */
  translated(rows: readonly UnknownRow[]): UnknownRow[] {
    const columns = Object.keys(rows[0] ?? {});
    const names = columns.map((column) => this.camelCase(column));
    return rows.map((row) => {
      const named: UnknownRow = {};
      for (const [nth, column] of columns.entries()) {
        const value = row[column];
        named[names[nth] ?? column] = hasSnakeCase(value) ? this.#translatedJson(value) : value;
      }
      return named;
    });
  }

  #translatedJson(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#translatedJson(entry));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [this.camelCase(key), this.#translatedJson(inner)]),
    );
  }
}

function hasSnakeCase(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasSnakeCase);
  if (!isJsonObject(value)) return false;
  for (const key in value) if (key.includes('_') || hasSnakeCase(value[key])) return true;
  return false;
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
