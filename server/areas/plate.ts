import type { Parsed } from '../../core/contract/endpoint.ts'
import { plate as contract, plateRow } from '../../core/contract/plate.ts'
import { type PlateMove, type PlateState, plateFlow, plateStates } from '../../core/domain/plate-states.ts'
import { Refused } from '../../core/errors.ts'
import type { SheetColumn } from '../../core/sheet/columns.ts'
import { adminRole } from '../access/rights.ts'
import { ownOf, platesOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611260832-plate.ts'
import * as covering from '../db/migrations/202611261710-forum-covered.ts'
import * as opening from '../db/migrations/202611280730-plate-opened.ts'
import { plate as table } from '../db/tables/plate.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, like, oneOf } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { sheetReply } from '../rows/sheet.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseText } from '../rows/texts.ts'
import { touchArea } from '../rows/touch-area.ts'
import { boardOf, topicsOn } from './forum/seen.ts'
import { platesOfRole } from './plateRole.ts'

/** How the tables of boards, their roles and posts came to be. */
export const migrations = {
  '202611260832-plate': made,
  '202611261710-forum-covered': covering,
  '202611280730-plate-opened': opening,
}
export const demo = () => import('../demo/plate.ts')

const logged = ['title', 'sort'] as const
const order = [
  ['sort', 'asc'],
  ['id', 'asc'],
] as const
const rows = rowsOf(table, { reply: plateRow, logged, order, history: plateFlow.area })
const open = 1

/** What narrows the list beside the state. */
const narrowed = (_ctx: Ctx, input: Parsed<typeof contract.counts>) => [...like('title', input.title)]

const { move, toBin, handlers } = stateHandlers<typeof table.columns, PlateState, PlateMove>(table, {
  states: plateFlow,
  row: plateRow,
  binned: contract.binList.output,
  narrowed,
  logged,
  writes: { edit },
  set: (ctx, { row, to }) => (to === open ? { openedAt: row.openedAt ?? ctx.now } : {}),
  // stopped or deleted: what stands on the site of it, and the form, is another
  after: (ctx, decided) =>
    touchArea(
      ctx,
      'forum',
      decided.some(({ to }) => to !== open),
    ),
  // with its posts, as they stood there
  returned: (ctx) => touchArea(ctx, 'forum'),
})

async function edit(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.edit>) {
  const { status } = await rows.need(ctx, id, { lock: true })
  refuseText(ctx, plateFlow, 'edit', status as PlateState)
  await touchArea(ctx, 'forum')
  return rows.change(ctx, id, given, version)
}

/** The boards by roles: a line each, a column for each role, and a mark where its people moderate it. */
async function byRoles(ctx: Ctx, input: Parsed<typeof contract.plateRoleExcel>) {
  const { db } = ctx
  const roles = await db.selectFrom('role').select(['id', 'name', 'alias']).orderBy('id').execute()
  const ties = await db.selectFrom('plateRole').selectAll().execute()
  const held = new Set(ties.map(({ roleId, plateId }) => `${roleId} ${plateId}`))
  const boards = await db
    .selectFrom('plate')
    .select(['id', 'title', 'status'])
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const column = (field: string, title: string): SheetColumn => ({ field, title, kind: 'text', width: 14 })
  const columns = [
    column('title', '版块'),
    column('status', '状态'),
    ...roles.map(({ id, name }) => column(`role${id}`, name)),
  ]
  const may = (role: (typeof roles)[number], id: number) =>
    role.alias === adminRole || held.has(`${role.id} 0`) || held.has(`${role.id} ${id}`)
  const lines = boards
    .filter(({ title }) => title.includes(input.title ?? ''))
    .map((board) => ({
      title: board.title,
      status: plateStates[board.status as PlateState],
      ...Object.fromEntries(roles.map((role) => [`role${role.id}`, may(role, board.id) ? '✓' : ''])),
    }))
  return sheetReply(ctx, contract.plateRoleExcel, input, '版块和角色', columns, lines)
}

export const plate = implement(contract, {
  list: (ctx, input) => rows.page(ctx, input, ...narrowed(ctx, input), ...equal('status', input.status)),
  listByRole: async (ctx, { roleId, title, ...paging }) => {
    const held = roleId ? await platesOfRole(ctx, roleId) : ownOf(ctx, 'plates')
    return rows.page(ctx, paging, ...like('title', title), ...(held === null ? [] : oneOf('id', [...held, -1])))
  },
  get: (ctx, { id }) => rows.get(ctx, id),
  webget: async (ctx, { id }) => {
    const board = await boardOf(ctx.db, id)
    if (!board) throw new Refused('NOT_FOUND', '没有这个版块，可能还没有启用，或已经删除')
    const { title, intro, status } = board
    const topics = await topicsOn(ctx.db, id)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return { id: String(id), title, intro, status, topics: Number(topics.n) }
  },
  add: (ctx, { sort = 0, intro = null, ...given }) => {
    // they would not see it themselves
    if (platesOf(ctx) !== null) throw new Refused('NO_PERMISSION', '您没有全部版块的权限，不能新建版块')
    return rows.add(ctx, { ...given, intro, sort, status: 0, openedAt: null })
  },
  edit,
  open: ownTransactions(move('open')),
  stop: ownTransactions(move('stop')),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  plateRoleExcel: byRoles,
  ...handlers,
})
