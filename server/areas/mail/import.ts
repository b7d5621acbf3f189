import { createHash } from 'node:crypto'
import { chunksOf } from '../../../core/chunks.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { importedLongest, type LetterColumn, letterColumns } from '../../../core/contract/mail/import.ts'
import { mailFields } from '../../../core/contract/mail/rows.ts'
import type { mail as contract } from '../../../core/contract/mail.ts'
import { type MailKind, mailTypes } from '../../../core/domain/mail-states.ts'
import { masked } from '../../../core/domain/personal.ts'
import { parseTime } from '../../../core/domain/time.ts'
import { looksEmpty } from '../../../core/domain/unfit.ts'
import type { Calendar } from '../../../core/domain/workdays.ts'
import { reasonOf } from '../../../core/issues.ts'
import { roundedSays } from '../../../core/sheet/rounded.ts'
import type { Ctx } from '../../context.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { newCode, plainCode } from '../../letters/code.ts'
import { sealed } from '../../rows/personal.ts'
import { calendarHeld } from '../../workdays/calendar.ts'
import { type Place, placesOf } from '../user/places.ts'
import { dueOf } from './clock.ts'
import { daysNow } from './days.ts'
import { history, letters } from './letters.ts'

type Item = Parsed<typeof contract.importMany>['items'][number]

/** Why a row is no letter, cell by cell. */
class CellFault extends Error {
  constructor(column: LetterColumn, says: string) {
    super(`${letterColumns[column].title}（${column}）：${says}`)
  }
}

/** Words that other systems have for the kinds of letters, for what was answered, and for who agrees. */
const kindWords = new Map<string, MailKind>([
  ...Object.entries(mailTypes).map(([kind, says]): [string, MailKind] => [says, Number(kind) as MailKind]),
  ...Object.keys(mailTypes).map((kind): [string, MailKind] => [kind, Number(kind) as MailKind]),
  ...([
    ['投诉/求助', 3],
    ['投诉举报', 3],
    ['建言', 2],
    ['意见建议', 2],
    ['咨询求助', 0],
  ] as const),
])
const settledWords = new Set(['1', '已回复', '已答复', '已办理', '已办结'])
const openWords = new Set(['', '0', '未回复', '待回复', '未办理', '办理中', '待办理'])
const agreed = new Map([
  ['', 0],
  ['0', 0],
  ['否', 0],
  ['不公开', 0],
  ['1', 1],
  ['是', 1],
  ['公开', 1],
])

/** What spreadsheet programs leave of line ends. */
const plain = (text: string): string =>
  text
    .replace(/_x000D_|&#xd;|&#13;/gi, '')
    .replace(/\r\n?/g, '\n')
    .trim()

const day = 24 * 3600_000

/** What stands in a cell, as the form would take it. */
function cell(item: Item, column: LetterColumn): string {
  const text = plain(item[column] ?? '')
  const lost = roundedSays(text)
  if (lost) throw new CellFault(column, lost)
  return text
}

function long(item: Item, column: 'content' | 'reply'): string {
  const text = plain(item[column] ?? '')
  const length = [...text].length
  if (length > importedLongest) throw new CellFault(column, `最多 ${importedLongest} 个字，这里有 ${length} 个`)
  return text
}

function timeOf(item: Item, column: 'time' | 'replyTime', now: number): number | null {
  const text = cell(item, column)
  if (text === '') return null
  const at = parseTime(text.replace(/^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?/, '$1-$2-$3'))
  if (at === null)
    throw new CellFault(column, `无法识别「${text.slice(0, 40)}」，应为 2026-11-21 或 2026-11-21 09:30:00`)
  if (at > now + day) throw new CellFault(column, `${text} 还没有到`)
  return at
}

/** A cell that the form has too, judged as the form's. */
function judged(item: Item, column: 'title' | 'name' | 'phone'): string | null {
  const text = cell(item, column)
  if (text === '') {
    if (column === 'title') throw new CellFault(column, '请填写')
    return null
  }
  const result = mailFields[column].safeParse(text)
  if (!result.success) throw new CellFault(column, reasonOf(result.error.issues[0] as never))
  return String(result.data)
}

function wordOf<T>(item: Item, column: 'type' | 'openFlag', words: ReadonlyMap<string, T>, usual: T): T {
  const text = cell(item, column)
  if (text === '') return usual
  const found = words.get(text)
  if (found === undefined)
    throw new CellFault(
      column,
      `没有「${text.slice(0, 40)}」，可写${[...words.keys()].filter((word) => /\D/.test(word)).join('、')}`,
    )
  return found
}

/** By what a letter is known again: its number there, or what it says. */
const keyOf = (item: Item, title: string, content: string, at: number): string => {
  const [code, source] = [cell(item, 'code'), cell(item, 'source')]
  const print = () =>
    createHash('sha256')
      .update(JSON.stringify([title, content, at]))
      .digest('hex')
  return code === '' ? `print:${print()}` : `${source}:${code}`
}

/** What all rows of a call are read by. */
interface World {
  readonly now: number
  readonly calendar: Calendar
  readonly depts: ReadonlyMap<string, readonly Place[]>
  readonly days: Readonly<Record<MailKind, number>>
}

/** A letter as the table will have it. */
interface Ready {
  readonly row: number
  readonly title: string
  readonly name: string | null
  readonly phone: string | null
  readonly key: string
  readonly at: number
  readonly reply: string | null
  readonly repliedAt: number | null
  readonly deptId: number | null
  readonly code: string
  readonly remark: string | null
  readonly state: 0 | 5
  readonly values: Readonly<Record<string, unknown>>
}

function ready({ now, calendar, depts, days }: World, item: Item, row: number): Ready {
  const title = judged(item, 'title') as string
  const content = long(item, 'content')
  if (looksEmpty(content)) throw new CellFault('content', '请填写')
  const at = timeOf(item, 'time', now)
  if (at === null) throw new CellFault('time', '请填写')
  const type = wordOf(item, 'type', kindWords, 5 as MailKind)
  const openFlag = wordOf(item, 'openFlag', agreed, 0)
  const status = cell(item, 'status')
  if (!settledWords.has(status) && !openWords.has(status))
    throw new CellFault('status', `没有「${status.slice(0, 40)}」，可写已回复、未回复`)
  const reply = long(item, 'reply') || null
  const given = timeOf(item, 'replyTime', now)
  if (given !== null && given < at) throw new CellFault('replyTime', '早于来信时间')
  const state = reply !== null || settledWords.has(status) ? 5 : 0
  const repliedAt = state === 5 ? given : null
  const named = cell(item, 'dept')
  const [place, more] = depts.get(named) ?? []
  const dept = place && !more && state === 5 ? place : null
  const [name, phone] = [judged(item, 'name'), judged(item, 'phone')]
  const timed = {
    ...{ createdAt: at, limitDays: days[type], restartAt: null, extendDays: null, extendedAt: null, askedAt: null },
    leftAt: null,
    joinedFrom: null,
    joinedDays: null,
  }
  const left = named !== '' && !dept && state === 5
  return {
    ...{ row, title, name, phone, at, reply, repliedAt, state, key: keyOf(item, title, content, at), code: newCode() },
    deptId: dept?.id ?? null,
    remark: left ? `没有${more ? '唯一的' : ''}部门「${named.slice(0, 40)}」，没有写主办部门` : null,
    values: {
      ...{ title, content, type, openFlag, state, reply, repliedAt, limitDays: timed.limitDays },
      due: dueOf(calendar, timed),
    },
  }
}

async function worldOf(ctx: Ctx): Promise<World> {
  return {
    now: ctx.now,
    calendar: await calendarHeld(ctx),
    depts: placesOf(await ctx.db.selectFrom('dept').select(['id', 'name', 'parentId', 'state']).execute()),
    days: await daysNow(ctx.db),
  }
}

/** What was imported before, by what it is known by; what lies in the recycle bin was, too. */
async function there(ctx: Ctx, keys: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const some of chunksOf([...new Set(keys)], 500)) {
    const rows = await ctx.db
      .selectFrom('mail')
      .select(['id', 'sourceKey'])
      .where('sourceKey', 'in', [...some])
      .execute()
    for (const { id, sourceKey } of rows) found.set(sourceKey as string, id)
  }
  return found
}

/** A letter's row, with what tells who wrote encrypted, and that it cannot be asked for where no phone is known. */
function valuesOf(ctx: Ctx, one: Ready) {
  const { secret } = ctx.parts
  const { name, code, at } = one
  const phone = one.phone ?? ''
  return {
    ...{ ...one.values, deptId: one.deptId, sourceKey: one.key, createdAt: at, version: 1 },
    ...sealed(secret, table, { name, code, codeHash: '' }),
    phone: secret.encrypt(phone),
    phoneHash: secret.lookup(phone),
    codeHash: secret.lookup(plainCode(code)),
    shownName: name === null ? null : masked('name', name),
  }
}

async function keepDepts(ctx: Ctx, ones: readonly (Ready & { readonly id: number })[]): Promise<void> {
  const rows = ones.flatMap(({ id, deptId, reply, at, repliedAt }) =>
    deptId === null
      ? []
      : [
          {
            ...{ mailId: id, deptId, lead: 1, state: 2, remarks: null, content: reply },
            ...{ createdAt: at, updatedAt: repliedAt ?? at, version: 1 },
          },
        ],
  )
  if (rows.length > 0) await ctx.db.insertInto('mailForum').values(rows).execute()
}

/** Takes letters of before in, each once; what was answered there is settled here, and shown to nobody before somebody publishes it. */
export async function importMany(ctx: Ctx, { items }: Parsed<typeof contract.importMany>) {
  const world = await worldOf(ctx)
  const told: {
    row: number
    fate: string
    id: string | null
    title: string | null
    code: string | null
    says: string | null
  }[] = []
  const fit: Ready[] = []
  for (const [i, item] of items.entries()) {
    const row = item.row ?? i + 1
    try {
      fit.push(ready(world, item, row))
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      told.push({ row, fate: 'failed', id: null, title: item.title ?? null, code: null, says: error.message })
    }
  }
  const known = await there(
    ctx,
    fit.map(({ key }) => key),
  )
  const seen = new Map<string, number>()
  const fresh = fit.filter((one) => {
    const id = known.get(one.key)
    const before = seen.get(one.key)
    if (id === undefined && before === undefined) {
      seen.set(one.key, one.row)
      return true
    }
    const says = id === undefined ? `与第 ${before} 行是同一封` : '已经导入过'
    told.push({
      row: one.row,
      fate: 'skipped',
      id: id === undefined ? null : String(id),
      title: one.title,
      code: null,
      says,
    })
    return false
  })
  for (const some of chunksOf(fresh, 100)) {
    const added = await letters.addMany(ctx, some.map((one) => valuesOf(ctx, one)) as never, {
      letters: some.map(({ title }) => title),
    })
    const kept = some.map((one, i) => ({ ...one, id: Number(added[i]?.id) }))
    await keepDepts(ctx, kept)
    await history.keep(
      ctx,
      kept.map(({ id, state }) => ({ id, no: 1, step: { act: '导入', status: state } })),
    )
    for (const { row, id, title, code, phone, remark, state } of kept)
      told.push({
        ...{ row, fate: 'saved', id: ctx.call.dry ? null : String(id), title, says: remark },
        // without a phone nobody can ask by it, what is over is asked for by nobody, and what is only tried gives none
        code: ctx.call.dry || phone === null || state === 5 ? null : code,
      })
  }
  const of = (fate: string) => told.filter((one) => one.fate === fate).length
  return {
    ...{ saved: of('saved'), skipped: of('skipped'), failed: of('failed') },
    rows: told.sort((a, b) => a.row - b.row),
  }
}
