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
}

/** Of a time only whether there is one: 1, or nothing. */
export const isThere =
  (column: string) =>
  (row: string): string =>
    `case when ${row}."${column}" is null then null else 1 end`

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** How the statements of both databases name the groups. */
function wordsOf({ groups }: KeptCounts) {
  const names = Object.keys(groups)
  return {
    names: quoted(names),
    numbers: names.map((_, i) => i + 1).join(', '),
    of: (row: string) => names.map((name) => groups[name]?.[1]?.(row) ?? `${row}."${name}"`),
    key: names.map((name) => `ifnull("${name}", -1)`).join(', '),
  }
}

/** Each write finds its group's line and adds to it. */
function sqliteTriggers(kept: KeptCounts): string[] {
  const { of, into } = kept
  const { names, of: groupOf, key } = wordsOf(kept)
  const [old, now] = [groupOf('old'), groupOf('new')]
  const differs = old.map((was, i) => `${was} is not ${now[i]}`).join(' or ')
  const add = (values: readonly string[], by: number) =>
    `insert into "${into}" (${names}, "n") values (${values.join(', ')}, ${by}) on conflict (${key}) do update set "n" = "n" + ${by};`
  return [
    `create unique index "${into}_group" on "${into}" (${key})`,
    `create trigger "${into}_insert" after insert on "${of}" begin ${add(now, 1)} end`,
    `create trigger "${into}_delete" after delete on "${of}" begin ${add(old, -1)} end`,
    `create trigger "${into}_update" after update on "${of}" when ${differs} begin ${add(old, -1)} ${add(now, 1)} end`,
  ]
}

/** Each statement adds lines of its own, so that two writers never wait for one; now and then the lines of a group become one. */
function postgresTriggers(kept: KeptCounts): string[] {
  const { of, into } = kept
  const { names, numbers, of: groupOf } = wordsOf(kept)
  const add = (from: string, by: string) =>
    `insert into "${into}" (${names}, "n") select ${groupOf(from).join(', ')}, ${by} from ${from} group by ${numbers};`
  const moved = `insert into "${into}" (${names}, "n")
    select ${names}, sum(by) from (
      select ${groupOf('gone').join(', ')}, -1 from gone union all select ${groupOf('made').join(', ')}, 1 from made
    ) as moves (${names}, by) group by ${numbers} having sum(by) <> 0;`
  const unite = `if random() < 0.005 then
      with old as (delete from "${into}" where ctid in (select ctid from "${into}" for update skip locked) returning *)
      insert into "${into}" (${names}, "n") select ${names}, sum("n") from old group by ${numbers} having sum("n") <> 0;
    end if;`
  const trigger = (on: string, does: string, tables: string) => [
    `create function "${into}_${on}"() returns trigger language plpgsql as $$ begin ${does} ${unite} return null; end $$`,
    `create trigger "${into}_${on}" after ${on} on "${of}" referencing ${tables} for each statement execute function "${into}_${on}"()`,
  ]
  return [
    ...trigger('insert', add('made', 'count(*)'), 'new table as made'),
    ...trigger('delete', add('gone', '-count(*)'), 'old table as gone'),
    ...trigger('update', moved, 'old table as gone new table as made'),
  ]
}

/** Makes the table of the counts, counts what is there, and lets each change be counted from now on. For migrations. */
export async function keepCounts(make: Maker, kept: KeptCounts): Promise<void> {
  const { names, numbers, of } = wordsOf(kept)
  const columns = Object.entries(kept.groups).map(([name, [kind]]) => [name, kind])
  await make.table(kept.into, { ...Object.fromEntries(columns), n: 'int' })
  await sql
    .raw(
      `insert into "${kept.into}" (${names}, "n") select ${of(`"${kept.of}"`).join(', ')}, count(*) from "${kept.of}" group by ${numbers}`,
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
