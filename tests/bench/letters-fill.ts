import { sql } from 'kysely'
import { parseTime } from '../../core/domain/time.ts'
import type { Db } from '../../server/db/open.ts'
import { apply } from '../../server/db/tables/apply.ts'
import { mail } from '../../server/db/tables/mail.ts'
import { demoLetters, type LetterLine } from '../../server/demo/generate-letters.ts'
import { plainCode } from '../../server/letters/code.ts'
import { sealed } from '../../server/rows/personal.ts'
import { addOffices, atOnce, newHouse } from './rows-fill.ts'

/** How many there are of each. */
export const sizes = { letters: 100_000, requests: 100_000, depts: 60 } as const
const day = 24 * 3_600_000
/** Most are done with, some wait, as in a mailbox of years. */
const letterStates = [5, 6, 6, 5, 6, 5, 6, 5, 7, 9, 2, 2, 4, 1, 0, 3, 8, 6, 5, 6] as const
const requestStates = [6, 7, 5, 6, 6, 7, 6, 8, 2, 2, 4, 1, 0, 3, 6, 7, 6, 6, 5, 6] as const
const open = new Set([0, 1, 2, 4])

/** A code of one number; those of visitors are drawn by lot. */
const codeOf = (kind: string, i: number) => `${kind}${String(i).padStart(12, '0')}`

/** What both kinds have of a line: its writer, its code, its times. */
function common(secret: Parameters<typeof sealed>[0], table: typeof mail | typeof apply, line: LetterLine, i: number) {
  const code = codeOf(table.name === 'mail' ? 'QS' : 'SQ', i)
  const createdAt = parseTime(line.time) as number
  const { name, phone } = line
  return {
    ...(sealed(secret, table as typeof mail, { name, phone, code, phoneHash: '', codeHash: '' }) as {
      name: string
      phone: string
      code: string
    }),
    ...{ phoneHash: secret.lookup(phone), codeHash: secret.lookup(plainCode(code)) },
    ...{ title: line.title, content: line.content, createdAt, updatedAt: createdAt, version: 3 },
  }
}

/** PostgreSQL plans by figures that it gathers by itself, and counts in indexes what it has tidied up, both only a while after so many rows. SQLite has none on any server, so that it has none here. */
export async function figuresOf({ dialect, write }: Pick<Db, 'dialect' | 'write'>): Promise<void> {
  if (dialect === 'postgres') await sql`vacuum analyze`.execute(write)
}

/** Years of letters and of requests in a new data folder, handed on to the departments. */
export async function fillLetters(data: string, databaseUrl?: string): Promise<void> {
  const house = await newHouse(data, databaseUrl)
  const { db, secret, times } = house
  const depts = await addOffices(house, sizes.depts)
  const deptOf = (state: number, i: number) =>
    open.has(state) && state < 2 ? null : (depts[i % depts.length]?.id ?? null)
  const answered = (state: number, reply: string) =>
    state === 5 || state === 6 || state === 7 ? reply || '已办理。' : null
  const lines = demoLetters(sizes.letters)
  for (let from = 0; from < sizes.letters; from += atOnce) {
    const part = Array.from({ length: Math.min(atOnce, sizes.letters - from) }, () => lines.next().value as LetterLine)
    await db.transaction(async (trx) => {
      const letters = part.map((line, n) => {
        const i = from + n
        const state = letterStates[i % letterStates.length] as number
        const own = common(secret, mail, line, i)
        const reply = answered(state, line.reply)
        const due = state === 3 ? null : own.createdAt + 14 * day
        return {
          ...{
            ...own,
            type: i % 6,
            shownName: `${line.name.slice(0, 1)}**`,
            openFlag: i % 2,
            state,
            due,
            limitDays: 10,
          },
          ...{ deptId: deptOf(state, i), reply, repliedAt: reply === null ? null : own.createdAt + (i % 20) * day },
          ...(state === 6 && { openNo: i + 1, openTitle: line.title, openContent: line.content, openReply: reply }),
          ...{ publishedAt: state === 6 ? own.createdAt + 21 * day : null, rating: i % 5 === 0 ? (i % 3) + 1 : null },
        }
      })
      const ids = await trx.insertInto('mail').values(letters).returning(['id', 'deptId']).execute()
      const places = ids.flatMap(({ id, deptId }) =>
        deptId === null ? [] : [{ ...times, mailId: id, deptId, lead: 1, state: 1, content: '已办理。' }],
      )
      await trx.insertInto('mailForum').values(places).execute()
      const requests = part.map((line, n) => {
        const i = from + n
        const state = requestStates[i % requestStates.length] as number
        const own = common(secret, apply, line, i)
        const answer = answered(state, line.reply)
        return {
          ...{
            ...own,
            applicant: i % 2,
            medium: 0,
            way: 1,
            channel: 0,
            state,
            receivedAt: own.createdAt,
            regYear: 2026,
            regNo: i + 1,
          },
          ...{
            due: state === 3 ? null : own.createdAt + 28 * day,
            deptId: deptOf(state, i),
            outcome: answer ? i % 21 : null,
          },
          ...{ answer, answeredAt: answer === null ? null : own.createdAt + (i % 30) * day },
          ...(state === 7 && { openNo: i + 1, openTitle: line.title, openAnswer: answer }),
          publishedAt: state === 7 ? own.createdAt + 40 * day : null,
        }
      })
      const requested = await trx.insertInto('apply').values(requests).returning(['id', 'deptId']).execute()
      const handed = requested.flatMap(({ id, deptId }) =>
        deptId === null ? [] : [{ ...times, applyId: id, deptId, lead: 1, state: 1, content: '已办理。' }],
      )
      await trx.insertInto('applyDept').values(handed).execute()
    })
  }
  await figuresOf(db)
  await db.close()
}
