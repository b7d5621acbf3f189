import { assignmentRow, replyRow } from '../../../core/contract/assignment.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { assignment, assignmentReply, assignmentStep as table } from '../../db/tables/assignment.ts'
import type { Starter } from '../../jobs/rows.ts'
import { allOf, anyOf, isEmpty, test } from '../../rows/condition.ts'
import type { HistoryRow } from '../../rows/history.ts'
import { namesOf, type Paging, pageRows } from '../../rows/list.ts'
import { stepsOf } from '../../rows/steps.ts'
import { tasks } from './tasks.ts'

/** Steps of tasks: their replies are rows of their own, which their department and the task's giver read, and so are the steps of these. */

type Loose = Readonly<Record<string, unknown>>

interface Step {
  readonly act: string
  readonly status: number
  readonly deptId?: number
  readonly reason?: string | null
  readonly before?: Loose
  readonly after?: Loose
}

/** The fields in which two states of a thing differ, as each of them has it. */
export function differing(was: Loose, is: Loose): { before: Loose; after: Loose } {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => (was[field] ?? null) !== (is[field] ?? null),
  )
  const of = (values: Loose) => Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
  return { before: of(was), after: of(is) }
}

/** Keeps a step of a task that is held until the transaction ends. */
export async function keepStep(ctx: Ctx, assignmentId: number, step: Step): Promise<void> {
  const { userId, name } = whoOf(ctx)
  await keepStepBy(ctx, { id: userId, name }, assignmentId, step)
}

/** The same of what somebody else did, or the server by itself. */
export async function keepStepBy(ctx: Ctx, by: Starter, assignmentId: number, given: Step): Promise<void> {
  const { before, after, ...step } = given
  const last = await ctx.db
    .selectFrom('assignmentStep')
    .select((eb) => eb.fn.max<number | null>('no').as('no'))
    .where('assignmentId', '=', assignmentId)
    .executeTakeFirst()
  await ctx.db
    .insertInto('assignmentStep')
    .values({
      ...{ assignmentId, deptId: null, reason: null, ...step },
      ...{ no: Number(last?.no ?? 0) + 1, byId: by.id, byName: by.name, at: ctx.now },
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

type Shown = Awaited<ReturnType<typeof ofTask.show>>[number]
type Row = HistoryRow & { readonly deptId: number | null }

const ofTask = stepsOf(assignment as unknown as Table, { area: 'assignment' }, assignmentRow)
const ofReply = stepsOf(assignmentReply as unknown as Table, { area: 'assignment' }, replyRow)

/** What was done to a task, the newest first, and to the replies that the caller may read. */
export async function history(ctx: Ctx, { id, ...paging }: Paging & { readonly id: number }) {
  await tasks.need(ctx, id)
  const theirs = scopeOf(ctx, table as never)
  const found = await pageRows<Row>(ctx, table as never, {
    columns: Object.keys(table.columns),
    where: [test('assignmentId', '=', id), ...(theirs.length === 0 ? [] : [anyOf([isEmpty('deptId'), allOf(theirs)])])],
    paging,
    order: [['no', 'desc']],
  })
  const names = await namesOf(ctx.db, 'dept', 'name', new Set(found.list.map(({ deptId }) => deptId)))
  const list = await Promise.all(
    found.list.map(async (row) => {
      const [step] = (await (row.deptId === null ? ofTask : ofReply).show(ctx, [row])) as [Shown]
      const deptName = names.get(row.deptId ?? 0) ?? null
      return { ...step, act: deptName ? `${row.act}（${deptName}）` : row.act, deptName }
    }),
  )
  return { ...found, list }
}
