import type { z } from 'zod'
import type { bulletinFields } from '../../../core/contract/interWorking/pushed.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import * as contents from '../bulletin/contents.ts'
import * as issues from '../bulletin/issues.ts'
import { byPartner, type PartnerRow } from './by-partner.ts'
import { differing, marksOf, takenOf } from './marks.ts'
import type { PushRow, Ready } from './ready.ts'

type Fields = Omit<z.output<z.ZodObject<typeof bulletinFields>>, 'sourceId'>

/** The issue that was made of it. @throws Refused where it was deleted, or is published */
async function refuseGone(ctx: Ctx, id: number, changes: boolean): Promise<void> {
  const row = await ctx.db
    .selectFrom('bulletin')
    .select(['title', 'status', 'deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.deletedAt !== null)
    throw new Refused('BAD_STATE', `收录的公报${row ? `《${row.title}》` : ''}（${id}）已被本站删除，不再接受推送`)
  if (changes && row.status === issues.published)
    throw new Refused('BAD_STATE', `收录的公报《${row.title}》（${id}）已发布，更正请联系本站，由工作人员在公报中修改`)
}

/** What was pushed, looked through, to become a draft of an issue. */
export async function readyBulletin(ctx: Ctx, partner: PartnerRow, given: Fields): Promise<Ready> {
  const marks = marksOf(ctx, given)
  const { contents: texts, publishTime, ...issue } = given
  const own = (inner: Ctx, call: string) => byPartner(inner, partner, ['bulletin', call])
  const reading = own(ctx, 'edit')
  const input = { ...issue, ...(publishTime !== undefined && { publishedOn: publishTime }) }
  const { found } = await issues.read(reading, input)
  const read: Awaited<ReturnType<typeof contents.read>>[] = []
  for (const text of texts ?? []) read.push(await contents.read(reading, text))

  async function make(inner: Ctx) {
    const { id } = await issues.save(own(inner, 'addOrUpdateBulletin'), { input, found } as Parameters<
      typeof issues.save
    >[1])
    const bulletinId = Number(id)
    for (const text of read)
      await contents.save(own(inner, 'addOrUpdateArticleBulletin'), {
        ...text,
        input: { ...text.input, bulletinId },
      } as Parameters<typeof contents.save>[1])
    return { bulletinId }
  }
  async function change(inner: Ctx, row: PushRow, bulletinId: number) {
    await refuseGone(inner, bulletinId, true)
    const taken = takenOf(row)
    if (texts !== undefined && marks.contents !== taken.contents)
      throw new Refused('BAD_STATE', '篇目（contents）：收录后篇目不能再由推送修改，请联系本站，由工作人员在公报中修改')
    const { publishTime: publishedOn = '', ...others } = marks
    const { publishTime: before = '', ...known } = taken
    const changed = differing(input, { ...others, publishedOn }, { ...known, publishedOn: before })
    await issues.edit(own(inner, 'edit'), { input: { ...changed, id: bulletinId }, found } as Parameters<
      typeof issues.edit
    >[1])
    return { bulletinId }
  }
  return {
    marks,
    status: 0,
    async refuse(inner, { bulletinId }) {
      if (bulletinId !== null) await refuseGone(inner, bulletinId, false)
    },
    take: (inner, row) => (row.bulletinId === null ? make(inner) : change(inner, row, row.bulletinId)),
  }
}
