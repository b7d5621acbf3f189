import type { Parsed } from '../../core/contract/endpoint.ts'
import { mailForum as contract } from '../../core/contract/mailForum.ts'
import { type MailMove, type MailState, mailFlow } from '../../core/domain/mail-states.ts'
import { Refused } from '../../core/errors.ts'
import { missingSays } from '../../core/text.ts'
import { type Ctx, whoOf } from '../context.ts'
import { mailForum as table } from '../db/tables/mail.ts'
import { deptsOf } from '../letters/depts.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { amongRows, equal, like, test } from '../rows/condition.ts'
import { namesOf } from '../rows/list.ts'
import { forum, forumOf } from './mail/forum.ts'
import { beside, briefs, held, type Letter, letters, made, withSaid } from './mail/letters.ts'
import { whole } from './mail/work.ts'

/** What departments do with letters. */

const places = deptsOf<Letter, MailState, MailMove>({
  ...{ table: table as never, of: 'mailId', flow: mailFlow, inHand: 2, returned: 1, made, beside },
})

/** Hands a letter on: to who leads, and to those that assist. */
async function forward(ctx: Ctx, { id, ...given }: Parsed<typeof contract.deptSave>) {
  await places.forward(ctx, await letters.need(ctx, id, { lock: true }), given)
  return whole(ctx, id)
}

/** What a department says; that of who leads goes to the office once it says that it is done. */
async function save(ctx: Ctx, { id, deptId, version, done = 1, ...given }: Parsed<typeof contract.save>) {
  const row = await held(ctx, id)
  await places.refuseNotOpen(ctx, row, 'answer')
  const place = await places.needPlace(ctx, row, places.needDept(ctx, deptId, row))
  const content = given.content ?? place.content
  if (content === null) throw new Refused('MISSING_PARAMETER', missingSays('答复内容（content）'))
  const { ready, state } = await places.say(ctx, place, { content, version, done: Number(done) })
  if (ready)
    await made(ctx, row, 'answer', {
      // the wording of the letter was written by who publishes, and stays; that of the answer was of another one
      along: { reply: content, repliedBy: whoOf(ctx).userId, openReply: null },
    })
  else await places.saidBeside(ctx, row, place, state)
  return forum.get(ctx, place.id)
}

/** Sends letters back to the office: one that leads gives up the whole letter, one that assists its own part. */
const giveBack = (ctx: Ctx, { ids, remarks, deptId }: Parsed<typeof contract.returnMail>) =>
  places.giveBack(ctx, ids, { remarks, deptId, move: 'returnMail', held })

/** Takes a department off that assists and has written nothing; the history of the letter names it. */
const takeOff = (ctx: Ctx, ids: readonly number[]) =>
  forum.remove(ctx, ids, async (one, row) => {
    if (row.lead === 1) throw new Refused('BAD_STATE', '这是主办部门，要改由其他部门办理请重新转办')
    if (row.content !== null) throw new Refused('BAD_STATE', '这个部门已写了答复，不能取消协办')
    const letter = await held(one, row.mailId)
    const names = await namesOf(one.db, 'dept', 'name', [row.deptId])
    // the log tells of the part that is taken away
    const unlogged = { ...one, record: () => undefined }
    await beside(unlogged, letter, '取消协办', names.get(row.deptId) ?? '', {})
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
    ...like('title', input.title, 'full text'),
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
