import { createHash } from 'node:crypto'
import { chunksOf } from '../../../core/chunks.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import {
  type ImportMark,
  importedLongest,
  importMarks,
  type LetterColumn,
  letterColumns,
} from '../../../core/contract/mail/import.ts'
import { mailFields } from '../../../core/contract/mail/rows.ts'
import type { mail as contract } from '../../../core/contract/mail.ts'
import { type MailKind, mailFlow, mailStates, mailTypes } from '../../../core/domain/mail-states.ts'
import { masked } from '../../../core/domain/personal.ts'
import { formatDate, parseTime } from '../../../core/domain/time.ts'
import { looksEmpty } from '../../../core/domain/unfit.ts'
import { type Calendar, yearMin } from '../../../core/domain/workdays.ts'
import { reasonOf } from '../../../core/issues.ts'
import { roundedSays } from '../../../core/sheet/rounded.ts'
import { type Ctx, whoOf } from '../../context.ts'
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
/** What a letter was there by the words that exports have for it: it waits, is settled, or was not accepted; one that stood in another one is over. */
const stateWords = new Map<string, 'open' | 'settled' | 7 | 9>(
  Object.entries(mailStates).flatMap(([state, says]) => {
    const was = ({ 4: 'settled', 5: 'settled', 6: 'settled', 7: 7, 8: 7, 9: 9 } as const)[state] ?? 'open'
    return [[state, was] as const, [says, was] as const]
  }),
)
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
const importedAct = '导入'

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
  // what other systems write for a day that they do not know
  if (Number(formatDate(at).slice(0, 4)) < yearMin)
    throw new CellFault(column, `${text} 早于 ${yearMin} 年，请填写收到来信的日期`)
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

const deptMost = 40

/** How far it was there. @throws CellFault */
function wasOf(item: Item): 'open' | 'settled' | 7 | 9 {
  const state = cell(item, 'state')
  if (state !== '') {
    const found = stateWords.get(state)
    if (found === undefined)
      throw new CellFault('state', `没有「${state.slice(0, 40)}」，可写${Object.values(mailStates).join('、')}`)
    return found
  }
  const status = cell(item, 'status')
  if (settledWords.has(status)) return 'settled'
  if (openWords.has(status)) return 'open'
  throw new CellFault('status', `没有「${status.slice(0, 40)}」，可写已回复、未回复`)
}

/** Answered is what has an answer; what a department had, it has here. */
function stateOf(was: ReturnType<typeof wasOf>, reply: string | null, dept: Place | null): Ready['state'] {
  if (typeof was === 'number') return was
  if (reply !== null) return 5
  return dept === null ? 0 : 2
}

/** A phone of which an export shows only the ends is none. */
const phoneOf = (item: Item): string | null => (cell(item, 'phone').includes('*') ? null : judged(item, 'phone'))

/** What all rows of a call are read by. */
interface World {
  readonly now: number
  readonly calendar: Calendar
  readonly depts: ReadonlyMap<string, readonly Place[]>
  readonly days: Readonly<Record<MailKind, number>>
}

/** It waits for the office or a department: whoever wrote may ask for it. */
const waits = (state: number): boolean => state === 0 || state === 2

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
  /** What does not stand there as the row has it. */
  readonly marks: readonly ImportMark[]
  /** The department that it names, and that is not here. */
  readonly lostDept: string | null
  /** Why the department could not be taken. */
  readonly lostWhy: string
  readonly state: 0 | 2 | 5 | 7 | 9
  /** By which number the row has it: it may be an export of letters that are here. */
  readonly ownId: number | null
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
  const was = wasOf(item)
  const reply = long(item, 'reply') || null
  const given = timeOf(item, 'replyTime', now)
  if (given !== null && given < at) throw new CellFault('replyTime', '早于来信时间')
  const named = cell(item, 'dept')
  const [place, more] = depts.get(named) ?? []
  // nobody of one that is switched off can take an open letter up
  const idle = place?.stopped === true && was === 'open' && reply === null
  const dept = place && !more && !idle ? place : null
  const state = stateOf(was, reply, dept)
  const repliedAt = state === 5 ? given : null
  const [name, phone] = [judged(item, 'name'), phoneOf(item)]
  const timed = {
    ...{ createdAt: at, limitDays: days[type], restartAt: null, extendDays: null, extendedAt: null, askedAt: null },
    leftAt: null,
    joinedFrom: null,
    joinedDays: null,
  }
  const lostDept = named !== '' && !dept ? named.slice(0, deptMost) : null
  const marks: Readonly<Record<ImportMark, boolean>> = {
    dept: lostDept !== null,
    unanswered: was === 'settled' && reply === null,
    phone: phone === null && cell(item, 'phone') !== '',
  }
  const id = cell(item, 'id') || cell(item, 'code')
  return {
    ...{ row, title, name, phone, at, reply, repliedAt, state, key: keyOf(item, title, content, at), code: newCode() },
    ...{
      lostDept,
      lostWhy: idle ? '已停用' : more ? '不是唯一的' : '这里没有',
      ownId: /^\d{1,15}$/.test(id) ? Number(id) : null,
    },
    deptId: dept?.id ?? null,
    marks: (Object.keys(importMarks) as ImportMark[]).filter((mark) => marks[mark]),
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

/** Those that are here under the number that the row has: what an export took out is not doubled. */
async function ownOf(ctx: Ctx, fit: readonly Ready[]): Promise<Map<string, number>> {
  const named = fit.filter(({ ownId }) => ownId !== null)
  const found = new Map<string, number>()
  for (const some of chunksOf(named, 500)) {
    const ids = some.map(({ ownId }) => Number(ownId))
    const rows = await ctx.db.selectFrom('mail').select(['id', 'title', 'createdAt']).where('id', 'in', ids).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { ownId, key, title, at } of some) {
      const row = byId.get(Number(ownId))
      // exports have whole seconds
      if (row?.title === title && Math.floor(row.createdAt / 1000) === Math.floor(at / 1000)) found.set(key, row.id)
    }
  }
  return found
}

/**
 * The codes of letters that the caller has imported before, for those rows that name their phones: an import that was cut off had told of some
 * of them nobody. Under the same conditions as at the import.
 */
async function codesOf(
  ctx: Ctx,
  before: ReadonlyMap<string, number>,
  fit: readonly Ready[],
): Promise<Map<number, string>> {
  const codes = new Map<number, string>()
  if (ctx.call.dry) return codes
  const { secret } = ctx.parts
  const named = fit.flatMap(({ key, phone }) => {
    const id = before.get(key)
    return id === undefined || phone === null ? [] : [{ id, phoneHash: secret.lookup(phone) }]
  })
  for (const some of chunksOf(named, 500)) {
    const rows = await ctx.db
      .selectFrom('mail')
      .innerJoin('history', 'history.rowId', 'mail.id')
      .select(['mail.id', 'mail.code', 'mail.phoneHash', 'mail.state'])
      .where('history.kind', '=', mailFlow.area)
      .where('history.no', '=', 1)
      .where('history.act', '=', importedAct)
      .where('history.byId', '=', whoOf(ctx).userId)
      .where('mail.deletedAt', 'is', null)
      .where(
        'mail.id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
    const hashes = new Map(some.map(({ id, phoneHash }) => [id, phoneHash]))
    for (const { id, code, phoneHash, state } of rows)
      if (waits(state) && phoneHash === hashes.get(id)) codes.set(id, secret.decrypt(code))
  }
  return codes
}

/** Why a letter's row is not as it stood in the file; null: it is. */
function remarkOf({ marks, lostDept, lostWhy }: Ready): string | null {
  const says = marks.map((mark) =>
    mark === 'dept' ? `部门「${lostDept}」${lostWhy}，没有写主办部门，记在办理记录里` : importMarks[mark],
  )
  return says.length > 0 ? says.join('；') : null
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
  const rows = ones.flatMap(({ id, deptId, reply, at, repliedAt, state }) =>
    deptId === null
      ? []
      : [
          {
            ...{ mailId: id, deptId, lead: 1, state: state === 2 ? 0 : 2, remarks: null, content: reply },
            ...{ createdAt: at, updatedAt: repliedAt ?? at, version: 1 },
          },
        ],
  )
  if (rows.length > 0) await ctx.db.insertInto('mailForum').values(rows).execute()
}

/** Two that take in the same letters stand one after the other, until the first has written them: the second finds them there. */
const oneByOne = (ctx: Ctx) =>
  ctx.db
    .insertInto('counter')
    .values({ name: 'mailImport', value: 1 })
    .onConflict((there) => there.column('name').doUpdateSet((eb) => ({ value: eb(eb.ref('counter.value'), '+', 1) })))
    .execute()

/** Takes letters of before in, each once; what was answered there is settled here, and shown to nobody before somebody publishes it. */
export async function importMany(ctx: Ctx, { items }: Parsed<typeof contract.importMany>) {
  await oneByOne(ctx)
  const world = await worldOf(ctx)
  const told: {
    row: number
    fate: string
    id: string | null
    title: string | null
    code: string | null
    says: string | null
    marks: ImportMark[]
    dept: string | null
  }[] = []
  const plain = { marks: [], dept: null }
  const fit: Ready[] = []
  for (const [i, item] of items.entries()) {
    const row = item.row ?? i + 1
    try {
      fit.push(ready(world, item, row))
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      told.push({ row, fate: 'failed', id: null, title: item.title ?? null, code: null, says: error.message, ...plain })
    }
  }
  const keys = fit.map(({ key }) => key)
  const before = await there(ctx, keys)
  const codes = await codesOf(ctx, before, fit)
  const known = new Map([...(await ownOf(ctx, fit)), ...before])
  const seen = new Map<string, number>()
  const fresh = fit.filter((one) => {
    const id = known.get(one.key)
    const double = seen.get(one.key)
    if (id === undefined && double === undefined) {
      seen.set(one.key, one.row)
      return true
    }
    const says = id === undefined ? `与第 ${double} 行是同一封` : '已经导入过'
    told.push({
      row: one.row,
      fate: 'skipped',
      id: id === undefined ? null : String(id),
      title: one.title,
      code: (id !== undefined && codes.get(id)) || null,
      says,
      ...plain,
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
      kept.map(({ id, state, lostDept }) => ({
        ...{ id, no: 1 },
        step: { act: importedAct, status: state, reason: lostDept && `原来的主办部门：${lostDept}` },
      })),
    )
    for (const one of kept) {
      const { row, id, title, code, phone, state, marks, lostDept } = one
      told.push({
        ...{ row, fate: 'saved', id: ctx.call.dry ? null : String(id), title, says: remarkOf(one) },
        ...{ marks: [...marks], dept: lostDept },
        // without a phone nobody can ask by it, what is over is asked for by nobody, and what is only tried gives none
        code: ctx.call.dry || phone === null || !waits(state) ? null : code,
      })
    }
  }
  const of = (fate: string) => told.filter((one) => one.fate === fate).length
  return {
    ...{ saved: of('saved'), skipped: of('skipped'), failed: of('failed') },
    rows: told.sort((a, b) => a.row - b.row),
  }
}
