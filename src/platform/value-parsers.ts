import pg from 'pg';

// Oids of the array types, for which `pg` has no names.
const DATE_ARRAY = 1182;
const TIME_ARRAY = 1183;
const INT8_ARRAY = 1016;
const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY: number = 1009;

const { builtins } = pg.types;
const textArray: (source: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY);

/** How database values arrive: days as 'YYYY-MM-DD', times as 'HH:MM', every number as a number. */
export function registerValueParsers() {
  register(builtins.DATE, DATE_ARRAY, (day) => day);
  register(builtins.TIME, TIME_ARRAY, (time) => time.slice(0, 'HH:MM'.length));
  register(builtins.INT8, INT8_ARRAY, Number);
  register(builtins.NUMERIC, NUMERIC_ARRAY, Number);
}

function register(oid: number, arrayOid: number, parse: (source: string) => unknown) {
  pg.types.setTypeParser(oid, parse);
  pg.types.setTypeParser(arrayOid, (source) =>
    textArray(source).map((entry) => (entry === null ? null : parse(entry))),
  );
}
