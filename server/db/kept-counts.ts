import { sql } from 'kysely'
import type { Maker } from './maker.ts'

/** Counts of a table's rows in groups, kept by the database itself in the transaction of each change, so that a total is a short sum. */

/** A column of the counts: its kind, as of a table's, and what of a row stands in it where that is not the column of the same name. */
export type Group = readonly [kind: string, of?: (row: string) => string]

interface KeptCounts {
  /** The table whose rows are counted. */
  readonly of: string
  /** The table of the counts: the groups, and `n`. */
  readonly into: string
  readonly groups: Readonly<Record<string, Group>>
  /** Numbers of the rows that are added up beside `n`, under the same names. */
  readonly sums?: readonly string[]
}

/** Of a time only whether there is one: 1, or nothing. */
export const isThere =
  (column: string) =>
  (row: string): string =>
    `case when ${row}."${column}" is null then null else 1 end`

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** How the statements of both databases name groups and sums. */
function wordsOf({ groups, sums = [] }: KeptCounts) {
  const names = Object.keys(groups)
  const mayLack = (name: string) => groups[name]?.[0].endsWith('?')
  return {
    names: quoted(names),
    numbers: names.map((_, i) => i + 1).join(', '),
    of: (row: string) => names.map((name) => groups[name]?.[1]?.(row) ?? `${row}."${name}"`),
    /** All that is added up: `n`, and the sums. */
    added: ['n', ...sums],
    /** What a row adds, or takes off. */
    by: (row: string, sign: 1 | -1) => [String(sign), ...sums.map((name) => `${sign} * ${row}."${name}"`)],
    key: names.map((name) => `ifnull("${name}", -1)`).join(', '),
    /** The same for PostgreSQL: what is always there stands as it is, so that an index by it finds months too. */
    keyOf: (row: string) => names.map((name) => (mayLack(name) ? `coalesce(${row}"${name}", -1)` : `${row}"${name}"`)),
  }
}

/** Each write finds its group's line and adds to it. */
function sqliteTriggers(kept: KeptCounts): string[] {
  const { of, into, sums = [] } = kept
  const { names, of: groupOf, key, added, by } = wordsOf(kept)
  const [old, now] = [groupOf('old'), groupOf('new')]
  const pairs = [...old.map((was, i) => [was, now[i]]), ...sums.map((name) => [`old."${name}"`, `new."${name}"`])]
  const differs = pairs.map(([was, is]) => `${was} is not ${is}`).join(' or ')
  const more = added.map((name) => `"${name}" = "${name}" + excluded."${name}"`).join(', ')
  const add = (values: readonly string[], row: string, sign: 1 | -1) =>
    `insert into "${into}" (${names}, ${quoted(added)}) values (${[...values, ...by(row, sign)].join(', ')}) on conflict (${key}) do update set ${more};`
  return [
    `create unique index "${into}_group" on "${into}" (${key})`,
    `create trigger "${into}_insert" after insert on "${of}" begin ${add(now, 'new', 1)} end`,
    `create trigger "${into}_delete" after delete on "${of}" begin ${add(old, 'old', -1)} end`,
    `create trigger "${into}_update" after update on "${of}" when ${differs} begin ${add(old, 'old', -1)} ${add(now, 'new', 1)} end`,
  ]
}

/**
 * Each statement adds to a line of each group that nobody holds, and makes one where there is none, so that two writers never wait for each other:
 * a group has as many lines as have written to it at once. Whether it was added to is asked of what was changed, for a line that is found may be an
 * older version of one that has changed since.
 */
function postgresTriggers(kept: KeptCounts): string[] {
  const { of, into } = kept
  const { names, of: groupOf, keyOf, added, by } = wordsOf(kept)
  const rowsOf = (from: string, sign: 1 | -1) =>
    `select ${[...groupOf(from), ...by(from, sign)].join(', ')} from ${from}`
  const alike = keyOf('line.').map((part, i) => `${part} = ${keyOf('moves.')[i]}`)
  const add = (rows: string) => `with moves as (
      select row_number() over () as "move", ${names}, ${added.map((name) => `sum("${name}") as "${name}"`).join(', ')}
      from (${rows}) as each (${names}, ${quoted(added)})
      group by ${names} having ${added.map((name) => `sum("${name}") <> 0`).join(' or ')}
    ), found as materialized (
      select "move", ${quoted(added)},
        (select line.ctid from "${into}" as line where ${alike.join(' and ')} limit 1 for update skip locked) as line
      from moves
    ), done as (
      update "${into}" as line set ${added.map((name) => `"${name}" = line."${name}" + found."${name}"`).join(', ')}
      from found where line.ctid = found.line returning found."move"
    )
    insert into "${into}" (${names}, ${quoted(added)}) select ${names}, ${quoted(added)} from moves where "move" not in (select "move" from done);`
  const trigger = (on: string, does: string, tables: string) => [
    `create function "${into}_${on}"() returns trigger language plpgsql as $$ begin ${does} return null; end $$`,
    `create trigger "${into}_${on}" after ${on} on "${of}" referencing ${tables} for each statement execute function "${into}_${on}"()`,
  ]
  return [
    `create index "${into}_group" on "${into}" (${keyOf('').join(', ')})`,
    ...trigger('insert', add(rowsOf('made', 1)), 'new table as made'),
    ...trigger('delete', add(rowsOf('gone', -1)), 'old table as gone'),
    ...trigger(
      'update',
      add(`${rowsOf('gone', -1)} union all ${rowsOf('made', 1)}`),
      'old table as gone new table as made',
    ),
  ]
}

/** Makes the table of the counts, counts what is there, and lets each change be counted from now on. For migrations. */
export async function keepCounts(make: Maker, kept: KeptCounts): Promise<void> {
  const { names, numbers, of, added } = wordsOf(kept)
  const columns = Object.entries(kept.groups).map(([name, [kind]]) => [name, kind])
  const sums = added.map((name) => [name, 'int'])
  await make.table(kept.into, Object.fromEntries([...columns, ...sums]))
  const summed = added.map((name) => (name === 'n' ? 'count(*)' : `sum("${name}")`)).join(', ')
  await sql
    .raw(
      `insert into "${kept.into}" (${names}, ${quoted(added)}) select ${of(`"${kept.of}"`).join(', ')}, ${summed} from "${kept.of}" group by ${numbers}`,
    )
    .execute(make.db)
  for (const statement of make.dialect === 'sqlite' ? sqliteTriggers(kept) : postgresTriggers(kept))
    await sql.raw(statement).execute(make.db)
}

/** Takes a table of counts away, so that it can be made anew. For migrations. */
export async function dropCounts(make: Maker, { of, into }: Pick<KeptCounts, 'of' | 'into'>): Promise<void> {
  for (const on of ['insert', 'delete', 'update'])
    for (const statement of make.dialect === 'sqlite'
      ? [`drop trigger "${into}_${on}"`]
      : [`drop trigger "${into}_${on}" on "${of}"`, `drop function "${into}_${on}"()`])
      await sql.raw(statement).execute(make.db)
  await sql.raw(`drop table "${into}"`).execute(make.db)
}

const shanghaiMs = 28_800_000
/** The seconds of a time as the clock in Beijing has them. */
const secondsOf = (row: string, column: string) => `(${row}."${column}" + ${shanghaiMs}) / 1000`

/** The month of a time in Beijing, counted from the year 0 on, as a group. */
export const monthOf =
  ({ dialect }: Pick<Maker, 'dialect'>) =>
  (column: string) =>
  (row: string): string => {
    const seconds = secondsOf(row, column)
    return dialect === 'sqlite'
      ? `strftime('%Y', ${seconds}, 'unixepoch') * 12 + strftime('%m', ${seconds}, 'unixepoch') - 1`
      : `(extract(year from to_timestamp(${seconds}) at time zone 'UTC') * 12 + extract(month from to_timestamp(${seconds}) at time zone 'UTC') - 1)::bigint`
  }

/** The year of a time in Beijing, as a group. */
export const yearOf =
  ({ dialect }: Pick<Maker, 'dialect'>) =>
  (column: string) =>
  (row: string): string =>
    dialect === 'sqlite'
      ? `cast(strftime('%Y', ${secondsOf(row, column)}, 'unixepoch') as integer)`
      : `extract(year from to_timestamp(${secondsOf(row, column)}) at time zone 'UTC')::bigint`
