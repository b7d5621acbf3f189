import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { rightsChanged } from '../../server/access/rights.ts'
import { figuresOf } from './letters-fill.ts'
import { addOffices, inChunks, newHouse } from './rows-fill.ts'

/** How many there are of each. */
export interface Sizes {
  /** Of articles and of letters. */
  readonly rows: number
  readonly depts: number
}
const columns = 60
/** An office's articles come from so many people, and stand in so many columns. */
const [authorsEach, columnsEach] = [2, 4]
/** Ten years, in which both came evenly. */
const spanMs = 3650 * 24 * 3_600_000

/** Statements that both databases read: rows by numbers, so that a million is made by the database itself. */
const numbers = (count: number) =>
  sql`with recursive n(i) as (select cast(0 as bigint) union all select i + 1 from n where i < ${sql.lit(count - 1)})`
/** A number from 0 on that has nothing to do with the others of its row: what is told apart by one is mixed by the next. */
const drawn = (prime: number, below: number): RawBuilder<number> =>
  sql`((i * ${sql.lit(prime)} + i / 7 * ${sql.lit(prime + 2)}) % 1000003) % ${sql.lit(below)}`

/** Articles and letters of ten years in a new data folder, spread over departments, columns and authors; and somebody of one department. */
export async function fillStats(data: string, databaseUrl: string | undefined, { rows, depts }: Sizes): Promise<void> {
  const house = await newHouse(data, databaseUrl)
  const { db, now, times } = house
  const { write } = db
  const first = (await addOffices(house, depts))[0]?.id as number
  const columnRows = Array.from({ length: columns }, (_, i) => ({
    ...{ ...times, parentId: 0, title: `第 ${i} 栏`, type: 1, sort: i },
  }))
  const firstColumn = (await write.insertInto('column').values(columnRows).returning('id').execute())[0]?.id as number
  const { password } = await write.selectFrom('user').select('password').executeTakeFirstOrThrow()
  const person = { userType: '2', state: 0, mustChange: 0, password, passwordAt: now, demo: 0 } as const
  await inChunks(
    depts * authorsEach,
    (i) => ({
      ...{
        ...times,
        ...person,
        account: `author${i}`,
        name: `撰稿人${i}`,
        deptId: first + Math.floor(i / authorsEach),
      },
    }),
    (some) => write.insertInto('user').values(some).execute(),
  )
  const { id: clerk } = await write
    .selectFrom('user')
    .select('id')
    .where('account', '=', 'author0')
    .executeTakeFirstOrThrow()
  const at = sql`${sql.lit(now)} - i * ${sql.lit(Math.floor(spanMs / rows))}`
  await sql`insert into "article" ("columnId", "title", "content", "newsType", "publishTime", "status", "hits", "deptId", "createdBy", "createdAt", "updatedAt", "version", "demo")
    ${numbers(rows)} select ${sql.lit(firstColumn)} + (office * 7 + ${drawn(7919, columnsEach)}) % ${sql.lit(columns)}, '会议召开', '<p>会议召开。</p>', ${drawn(104_729, 3)}, ${at},
    case when ${drawn(1301, 11)} = 0 then 1 else 2 end, ${drawn(3571, 997)}, ${sql.lit(first)} + office,
    ${sql.lit(clerk)} + office * ${sql.lit(authorsEach)} + ${drawn(6151, authorsEach)}, ${at}, ${at}, 1, 0
    from (select i, ${drawn(15_485, depts)} as office from n) as drawn`.execute(write)
  await sql`insert into "mail" ("type", "state", "title", "content", "name", "phone", "code", "phoneHash", "codeHash", "openFlag", "due", "limitDays", "deptId", "createdAt", "updatedAt", "version")
    ${numbers(rows)} select ${drawn(7919, 6)}, ${drawn(104_729, 10)}, '路灯不亮', '', '', '', '', '', 'h' || i, 0, ${at}, 10, ${sql.lit(first)} + ${drawn(1301, depts)}, ${at}, ${at}, 1 from n`.execute(
    write,
  )
  await sql`insert into "mailForum" ("mailId", "deptId", "lead", "state", "content", "createdAt", "updatedAt", "version")
    select id, "deptId", 1, 1, '已办理。', "createdAt", "createdAt", 1 from mail`.execute(write)
  const role = await write.selectFrom('role').select('id').where('alias', '=', 'staff').executeTakeFirstOrThrow()
  await write.insertInto('userRole').values({ userId: clerk, roleId: role.id }).execute()
  await write.insertInto('columnRole').values({ roleId: role.id, columnId: 0 }).execute()
  await write.updateTable('role').set({ dataScope: 'DEPART' }).where('id', '=', role.id).execute()
  await rightsChanged(write)
  await figuresOf(db)
  // nobody asks for pages here: those of a million articles would be made for hours
  await write.insertInto('setting').values({ name: 'site.auto', value: '0' }).execute()
  await db.close()
  mkdirSync(join(data, 'site'), { recursive: true })
  writeFileSync(join(data, 'site', 'index.html'), '')
}
