import type { Parsed } from '../../core/contract/endpoint.ts'
import { people as contract, peopleOwn, peopleRow } from '../../core/contract/people.ts'
import { peopleFlow } from '../../core/domain/people-states.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, needVisitor } from '../context.ts'
import * as made from '../db/migrations/0242-people.ts'
import { people as table } from '../db/tables/visitor.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { between, equal } from '../rows/condition.ts'
import { exactly, revealed } from '../rows/personal.ts'
import { pilesOf } from '../rows/piles.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { stepsOf } from '../rows/steps.ts'
import { auditPeople, banPeople, markRead, undoPeople } from './people/audit.ts'
import { frozen } from './people/frozen.ts'
import { completeOwn, ownRow, uploadOwn } from './people/own.ts'

/** What the area's table got beside what every server needs (0241). */
export const migrations = { '0242-people': made }
export const demo = () => import('../demo/people.ts')

const order = [
  ['createdAt', 'desc'],
  ['id', 'desc'],
] as const
const rows = rowsOf(table, { reply: peopleRow, logged: [], order })
const { history } = stepsOf(table as never, peopleFlow, peopleRow)
const ownRows = rowsOf(table, { reply: peopleOwn, logged: [] })

/** What waits: what visitors say of themselves, to be judged. */
export const piles = pilesOf(
  table,
  peopleFlow,
  [{ name: 'toJudge', state: 1, needs: 'people_peopleAudit', since: 'updatedAt', title: '资料待审核' }],
  { status: 'userStatus', title: 'peopleName' },
)

interface Banned {
  readonly peopleState: unknown
  readonly banEndTime: string | null
}

/** A ban that is over is none, whoever looks. */
function withoutOver<R extends Banned>(row: R, now: string): R {
  const over = row.peopleState === 1 && row.banEndTime !== null && row.banEndTime <= now
  return over ? { ...row, peopleState: 0, banReason: null, banEndTime: null } : row
}

async function list(ctx: Ctx, input: Parsed<typeof contract.list>) {
  const { peoplePhone, peopleName, idNumber, userStatus, peopleState, read, startTime, endTime, ...paging } = input
  const page = await rows.page(
    ctx,
    paging,
    ...(await exactly(ctx, table, 'peoplePhone', peoplePhone)),
    ...(await exactly(ctx, table, 'peopleName', peopleName?.trim())),
    ...(await exactly(ctx, table, 'idNumber', idNumber?.trim().toUpperCase())),
    ...equal('userStatus', userStatus),
    ...(peopleState === undefined ? [] : [frozen(Number(peopleState), ctx.now)]),
    ...equal('read', read),
    ...between('createdAt', startTime, endTime),
  )
  const now = formatTime(ctx.now)
  return { ...page, list: page.list.map((row) => withoutOver(row, now)) }
}

/** The caller as they see themselves. */
const own = async (ctx: Ctx) => {
  const [shown] = await ownRows.shown(ctx, [await ownRow(ctx)])
  return shown as NonNullable<typeof shown>
}

export const people = implement(contract, {
  list,
  get: async (ctx, { id }) => withoutOver(await rows.get(ctx, id), formatTime(ctx.now)),
  reveal: async (ctx, { id, reason }) => {
    const fields = ['peopleName', 'peoplePhone', 'idNumber', 'address'] as const
    return revealed(ctx, table, await rows.need(ctx, id), { reason, fields })
  },
  peopleAudit: ownTransactions(auditPeople),
  readAudit: ownTransactions(markRead),
  banAudit: ownTransactions(banPeople),
  history: history as never,
  undo: ownTransactions(undoPeople),
  siteGet: (ctx, { id }) => {
    if (id !== undefined && id !== needVisitor(ctx).peopleId) throw new Refused('NOT_FOUND')
    return own(ctx)
  },
  siteComplete: async (ctx, input) => {
    await completeOwn(ctx, input)
    return own(ctx)
  },
  siteUpload: ownTransactions(uploadOwn),
})
