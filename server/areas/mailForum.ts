import type { Parsed } from '../../core/contract/endpoint.ts'
import { mailForum as contract } from '../../core/contract/mailForum.ts'
import { mailFlow } from '../../core/domain/mail-states.ts'
import { Refused } from '../../core/errors.ts'
import { missingSays } from '../../core/text.ts'
import { scopeOf } from '../access/scope.ts'
import { type Ctx, whoOf } from '../context.ts'
import { mailForum as table } from '../db/tables/mail.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { eachOf } from '../rows/bulk.ts'
import { allHold, amongRows, equal, like, test } from '../rows/condition.ts'
import { refuseMissing } from '../rows/references.ts'
import { refuseStale } from '../rows/stale.ts'
import { forum, forumOf } from './mail/forum.ts'
import { briefs, held, type Letter, letters, made, withSaid } from './mail/letters.ts'
import { whole } from './mail/work.ts'

/** What departments do with letters. */

/** Nobody of a department that is switched off can sign in to answer. */
async function refuseOff(ctx: Ctx, ids: readonly number[]): Promise<void> {
  for (const deptId of ids) await refuseMissing(ctx, table as never, { deptId })
  const off = await ctx.db
    .selectFrom('dept')
    .select('name')
    .where('id', 'in', [...ids])
    .where('state', '=', 1)
    .executeTakeFirst()
  if (off) throw new Refused('BAD_STATE', `部门「${off.name}」已停用，不能转办`)
}

const rowsFor = (ctx: Ctx, mailId: number) =>
  ctx.db
    .selectFrom('mailForum')
    .innerJoin('dept', 'dept.id', 'mailForum.deptId')
    .selectAll('mailForum')
    .select('dept.name as deptName')
    .where('mailId', '=', mailId)
    .execute()

/** Makes these the departments of a letter; what one has written already is not lost by taking the letter away from it. */
async function nameDepts(ctx: Ctx, mailId: number, lead: number, assisting: readonly number[], remarks: string | null) {
  const wanted = [lead, ...assisting]
  const there = await rowsFor(ctx, mailId)
  const gone = there.filter(({ deptId }) => !wanted.includes(deptId))
  const answered = gone.find(({ content }) => content !== null)
  if (answered)
    throw new Refused(
      'BAD_STATE',
      `「${answered.deptName}」已写了答复，不能改转其他部门，请先由它退回，或保留为协办部门`,
    )
  if (gone.length > 0)
    await ctx.db
      .deleteFrom('mailForum')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  for (const deptId of wanted) {
    const had = there.find((one) => one.deptId === deptId)
    const given = { lead: deptId === lead ? 1 : 0, remarks }
    if (had) await ctx.db.updateTable('mailForum').set(given).where('id', '=', had.id).execute()
    else
      await ctx.db
        .insertInto('mailForum')
        .values({
          mailId,
          deptId,
          ...given,
          state: 0,
          createdAt: ctx.now,
          updatedAt: ctx.now,
          version: 1,
          content: null,
        })
        .execute()
  }
}

/** Hands a letter on: to who leads, and to those that assist. */
async function forward(ctx: Ctx, { id, version, deptIds = [], remarks, ...given }: Parsed<typeof contract.deptSave>) {
  const row = await letters.need(ctx, id, { lock: true })
  // who says only that others assist leaves the letter with who leads
  const deptId = given.deptId || row.deptId
  if (!deptId) throw new Refused('MISSING_PARAMETER', '缺少主办部门（deptId）')
  const assisting = deptIds.filter((one) => one !== deptId)
  await refuseOff(ctx, [deptId, ...assisting])
  await made(ctx, row, 'forward', { version, reason: remarks || null, along: { deptId } })
  await nameDepts(ctx, id, deptId, assisting, remarks || null)
  return whole(ctx, id)
}

/** The place of a department that has a letter, where it is the caller's to write there. @throws Refused BAD_STATE, NO_PERMISSION */
async function needPlace(ctx: Ctx, row: Letter, deptId: number) {
  const places = await rowsFor(ctx, row.id)
  const place = places.find((one) => one.deptId === deptId)
  if (!place) throw new Refused('BAD_STATE', `信件「${row.title}」没有转给这个部门`)
  const mine = [...scopeOf(ctx, table as never, ctx.call.key, 'change'), test('id', '=', place.id)]
  if (!(await ctx.db.selectFrom('mailForum').select('id').where(allHold(mine)).executeTakeFirst()))
    throw new Refused('NO_PERMISSION', '只能代本部门办理')
  return place
}

function needDept(ctx: Ctx, deptId: number | undefined, row: Letter): number {
  const dept = deptId || whoOf(ctx).deptId || row.deptId
  if (!dept) throw new Refused('MISSING_PARAMETER', '缺少部门（deptId）：您不属于任何部门')
  return dept
}

/** @throws Refused BAD_STATE for a letter that no department has */
function refuseNotOpen(row: Letter, move: 'answer' | 'returnMail'): void {
  if (row.state !== 2) throw new Refused('BAD_STATE', mailFlow.illegal(move, row.state as 0))
}

/** What a department says; that of who leads goes to the office once it says that it is done. */
async function save(ctx: Ctx, { id, deptId, version, done = 1, ...given }: Parsed<typeof contract.save>) {
  const row = await held(ctx, id)
  refuseNotOpen(row, 'answer')
  const place = await needPlace(ctx, row, needDept(ctx, deptId, row))
  const wrote = place.updatedBy !== null && place.updatedBy !== whoOf(ctx).userId
  // somebody else of the department has written meanwhile
  if (wrote && (version === undefined || version === null))
    throw new Refused('STALE', '本部门另一位同事已写了答复，请核对后再提交', { version: place.version })
  await refuseStale(ctx, place, version, '答复')
  const content = given.content ?? place.content
  if (content === null) throw new Refused('MISSING_PARAMETER', missingSays('答复内容（content）'))
  const state = Number(done) === 1 ? 2 : 1
  const { userId } = whoOf(ctx)
  await ctx.db
    .updateTable('mailForum')
    .set({ content, state, updatedBy: userId, updatedAt: ctx.now, version: place.version + 1 })
    .where('id', '=', place.id)
    .execute()
  if (place.lead === 1 && state === 2)
    await made(ctx, row, 'answer', {
      along: { reply: content, repliedBy: userId, openTitle: null, openContent: null, openReply: null },
    })
  else ctx.record({ ids: [id], after: { deptName: place.deptName, state } })
  return forum.get(ctx, place.id)
}

/** Sends letters back to the office: one that leads gives up the whole letter, one that assists its own part. */
const giveBack = (ctx: Ctx, { ids, remarks, deptId }: Parsed<typeof contract.returnMail>) =>
  eachOf(ctx, ids, async (one, id) => {
    const row = await held(one, id)
    refuseNotOpen(row, 'returnMail')
    const place = await needPlace(one, row, needDept(one, deptId, row))
    const reason = `${place.deptName}：${remarks}`
    await one.db.deleteFrom('mailForum').where('id', '=', place.id).execute()
    if (place.lead === 1) await made(one, row, 'returnMail', { reason, along: { deptId: null } })
    else one.record({ ids: [id], after: { deptName: place.deptName }, result: `不再协办；理由：${reason}` })
  })

/** Takes a department off that assists and has written nothing. */
const takeOff = (ctx: Ctx, ids: readonly number[]) =>
  forum.remove(ctx, ids, (_ctx, row) => {
    if (row.lead === 1) throw new Refused('BAD_STATE', '这是主办部门，要改由其他部门办理请重新转办')
    if (row.content !== null) throw new Refused('BAD_STATE', '这个部门已写了答复，不能取消协办')
  })

async function mailListByDept(ctx: Ctx, input: Parsed<typeof contract.mailListByDept>) {
  const deptId = input.deptId || whoOf(ctx).deptId
  const empty = { list: [], total: 0, pageNumber: input.pageNumber ?? 1, pageSize: input.pageSize ?? 10 }
  if (!deptId) return empty
  const theirs = [test('deptId', '=', deptId), ...equal('lead', input.lead)]
  const page = await briefs.page(
    ctx,
    input,
    amongRows('id', table.name, 'mailId', theirs),
    ...like('title', input.title),
    ...equal('state', input.state),
  )
  const ids = page.list.map(({ id }) => Number(id))
  const places =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('mailForum')
          .select(['mailId', 'lead', 'state'])
          .where('mailId', 'in', ids)
          .where('deptId', '=', deptId)
          .execute()
  const byMail = new Map(places.map((one) => [String(one.mailId), one]))
  const said = await withSaid(ctx, page.list)
  const list = said.map((one) => {
    const place = byMail.get(one.id)
    return { ...one, lead: place?.lead ?? null, forumState: place?.state ?? null }
  })
  return { ...page, list }
}

export const mailForum = implement(contract, {
  list: (ctx, { id, deptId, state, ...paging }) =>
    forum.page(
      ctx,
      paging,
      ...equal('mailId', id || undefined),
      ...equal('deptId', deptId || undefined),
      ...equal('state', state),
    ),
  get: (ctx, { id }) => forum.get(ctx, id),
  listByMailid: async (ctx, { id }) => {
    await letters.need(ctx, id)
    return forumOf(ctx, id)
  },
  mailListByDept,
  deptGet: async (ctx, { id }) => {
    await letters.need(ctx, id)
    return (await forumOf(ctx, id)).map(({ deptId, deptName, lead, state, remarks }) => ({
      ...{ deptId, deptName, lead, state, remarks },
    }))
  },
  deptSave: forward,
  save,
  returnMail: ownTransactions(giveBack),
  del: ownTransactions((ctx: Ctx, { id }: { id: number }) => takeOff(ctx, [id])),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => takeOff(ctx, ids)),
})
