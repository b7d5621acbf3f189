import { interWorkingFlow } from '../../../core/domain/interWorking-states.ts'
import type { PushKind } from '../../../core/domain/push-kinds.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { historyOf } from '../../rows/history.ts'
import type { PushRow } from './ready.ts'

/** The rows of the queue: found or made, held while they are worked on, and written with their step and their row of the log. */

const history = historyOf(interWorkingFlow.area)

/** So much of a partner's waits for somebody to look at it; more is not kept. */
const waitingMost = 2000

/** No queue grows without end. @throws Refused TOO_MANY */
async function refuseFull({ db }: Ctx, partnerId: number): Promise<void> {
  const { n } = await db
    .selectFrom('interWorking')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('partnerId', '=', partnerId)
    .where('status', 'in', [1, 2])
    .executeTakeFirstOrThrow()
  if (Number(n) >= waitingMost)
    throw new Refused('TOO_MANY', `本单位已有 ${waitingMost} 条推送等待处理，请联系本站处理后再推送`)
}

/** The row of a thing, made where there is none; nobody else works on it until the transaction ends. */
export async function held(
  ctx: Ctx,
  partnerId: number,
  kind: PushKind,
  sourceId: string | null,
  title: string,
): Promise<PushRow> {
  const { db, now } = ctx
  const found = () =>
    db
      .selectFrom('interWorking')
      .selectAll()
      .where('partnerId', '=', partnerId)
      .where('kind', '=', kind)
      .where('sourceId', '=', sourceId)
      .$if(ctx.dialect === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst()
  const there = sourceId === null ? undefined : await found()
  if (there) return there
  await refuseFull(ctx, partnerId)
  const partner = await db.selectFrom('partner').select('deptId').where('id', '=', partnerId).executeTakeFirst()
  const made = await db
    .insertInto('interWorking')
    .values({
      partnerId,
      deptId: partner?.deptId ?? null,
      kind,
      sourceId,
      title,
      status: 1,
      print: '',
      createdAt: now,
      pushedAt: now,
      updatedAt: now,
      version: 0,
    })
    .onConflict((oc) => oc.columns(['partnerId', 'kind', 'sourceId']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return made ?? ((await found()) as PushRow)
}

/** A row by its number, to be worked on. */
export const heldById = (ctx: Ctx, id: number): Promise<PushRow | undefined> =>
  ctx.db
    .selectFrom('interWorking')
    .selectAll()
    .where('id', '=', id)
    .$if(ctx.dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

type Change = Partial<Omit<PushRow, 'id'>> & Pick<PushRow, 'status'>

/** Writes what became of a push, with its step and its row of the log. */
export async function write(ctx: Ctx, row: PushRow, change: Change, act: string): Promise<PushRow> {
  const version = row.version + 1
  const written = await ctx.db
    .updateTable('interWorking')
    .set({ ...change, version, updatedAt: ctx.now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { status, reason = null } = change
  await history.keep(ctx, [{ id: row.id, no: version, step: { act, status, reason } }])
  ctx.record({
    ids: [row.id],
    ...(row.version > 0 && { before: { status: row.status } }),
    after: { title: written.title, status, ...(reason !== null && { reason }) },
    ...(status === 1 && { result: `退回：${reason}` }),
  })
  return written
}

/** Notes that a partner came. */
export const seen = ({ db, now }: Ctx, partnerId: number) =>
  db.updateTable('partner').set({ lastUsedAt: now }).where('id', '=', partnerId).execute()
