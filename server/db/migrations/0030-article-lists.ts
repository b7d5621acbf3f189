import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** What lists filter by; behind the order of each index, so that rows which do not match are passed over without being read. */
const filtered = ['status', 'reviewStatus', 'columnId', 'deptId', 'createdBy', 'submittedAt']
/** The columns that lists are ordered by; what has no index of its own order is put into order from the one by id, which holds them all. */
const others = ['publishTime', 'createdAt', 'updatedAt', 'hits', 'sort']
const live: Readonly<Record<string, readonly string[]>> = {
  id: ['id', ...filtered, ...others],
  publishTime: ['publishTime', 'id', ...filtered],
  title: ['title', 'id', ...filtered],
  status: ['status', 'publishTime', 'id', ...filtered],
  columnId: ['columnId', 'publishTime', 'id', ...filtered],
  deptId: ['deptId', 'publishTime', 'id', ...filtered],
  createdBy: ['createdBy', 'publishTime', 'id', ...filtered],
}
const replaced = [
  'article_deletedAt_publishTime_id_status_reviewStatus',
  'article_deletedAt_id_status_reviewStatus',
  'article_deletedAt_columnId_publishTime_id_status_reviewStatus',
  'article_deptId',
  'article_createdBy',
  'article_live_publishTime_id',
  'article_live_columnId_publishTime_id',
]

async function indexes({ db }: Maker): Promise<void> {
  for (const name of replaced) await db.schema.dropIndex(name).ifExists().execute()
  for (const [name, columns] of Object.entries(live))
    await db.schema
      .createIndex(`article_live_${name}`)
      .on('article')
      .columns([...new Set(columns)])
      .where(sql.ref('deletedAt'), 'is', null)
      .execute()
  await db.schema
    .createIndex('article_review')
    .on('article')
    .columns([...new Set(['reviewStatus', 'publishTime', 'id', ...filtered])])
    .where(sql.ref('reviewStatus'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('article_bin')
    .on('article')
    .columns(['deletedAt', 'id'])
    .where(sql.ref('deletedAt'), 'is not', null)
    .execute()
}

const groups = ['columnId', 'deptId', 'createdBy', 'status', 'reviewStatus', 'deletedAt']
const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
/** A row's group; of the time of deletion only that there is one. */
const groupOf = (row: string) =>
  groups.map((g) => (g === 'deletedAt' ? `case when ${row}."deletedAt" is null then null else 1 end` : `${row}."${g}"`))
const differs = groups.map((g) => `old."${g}" is not new."${g}"`).join(' or ')

/** Each write finds its group's line and adds to it. */
function sqliteTriggers(): string[] {
  const key = groups.map((g) => `ifnull("${g}", -1)`).join(', ')
  const add = (row: string, by: number) =>
    `insert into "articleCount" (${quoted(groups)}, "n") values (${groupOf(row).join(', ')}, ${by}) on conflict (${key}) do update set "n" = "n" + ${by};`
  return [
    `create unique index "articleCount_group" on "articleCount" (${key})`,
    `create trigger "articleCount_insert" after insert on "article" begin ${add('new', 1)} end`,
    `create trigger "articleCount_delete" after delete on "article" begin ${add('old', -1)} end`,
    `create trigger "articleCount_update" after update of ${quoted(groups)} on "article" when ${differs} begin ${add('old', -1)} ${add('new', 1)} end`,
  ]
}

/** Each statement adds lines of its own, so that two writers never wait for one; now and then the lines of a group become one. */
function postgresTriggers(): string[] {
  const add = (from: string, by: string) =>
    `insert into "articleCount" (${quoted(groups)}, "n") select ${groupOf(from).join(', ')}, ${by} from ${from} group by 1, 2, 3, 4, 5, 6;`
  const moved = `insert into "articleCount" (${quoted(groups)}, "n")
    select ${quoted(groups)}, sum(by) from (
      select ${groupOf('gone').join(', ')}, -1 from gone union all select ${groupOf('made').join(', ')}, 1 from made
    ) as moves (${quoted(groups)}, by) group by 1, 2, 3, 4, 5, 6 having sum(by) <> 0;`
  const unite = `if random() < 0.005 then
      with old as (delete from "articleCount" where ctid in (select ctid from "articleCount" for update skip locked) returning *)
      insert into "articleCount" (${quoted(groups)}, "n") select ${quoted(groups)}, sum("n") from old group by 1, 2, 3, 4, 5, 6 having sum("n") <> 0;
    end if;`
  const trigger = (on: string, does: string, tables: string) => [
    `create function "articleCount_${on}"() returns trigger language plpgsql as $$ begin ${does} ${unite} return null; end $$`,
    `create trigger "articleCount_${on}" after ${on} on "article" referencing ${tables} for each statement execute function "articleCount_${on}"()`,
  ]
  return [
    ...trigger('insert', add('made', 'count(*)'), 'new table as made'),
    ...trigger('delete', add('gone', '-count(*)'), 'old table as gone'),
    ...trigger('update', moved, 'old table as gone new table as made'),
  ]
}

/**
 * Lists read what matches instead of the table: an index for each order and for each filter that a screen offers, and the number of
 * articles in each group of filters, kept by the database itself in the transaction of each change, so that a total is a short sum.
 */
export async function up(make: Maker): Promise<void> {
  await indexes(make)
  await make.table('articleCount', {
    columnId: 'ref',
    deptId: 'ref?',
    createdBy: 'ref?',
    status: 'int',
    reviewStatus: 'int?',
    deletedAt: 'time?',
    n: 'int',
  })
  const { db } = make
  await sql`insert into ${sql.table('articleCount')} (${sql.raw(quoted(groups))}, n)
    select ${sql.raw(groupOf('article').join(', '))}, count(*) from article group by 1, 2, 3, 4, 5, 6`.execute(db)
  for (const statement of make.dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers())
    await sql.raw(statement).execute(db)
}
