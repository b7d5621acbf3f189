import { documents } from '../../../core/contract/replies.ts'
import { proposalDelivered, proposalOutcomes } from '../../../core/domain/proposal-states.ts'
import { formatDate, paperDate } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { type Block, wordOf } from '../../documents/word.ts'
import { FileReply } from '../../pipeline.ts'
import { depts, isUnchecked, proposals } from './cases.ts'

/** The letter by which the unit that leads answers a member, for Word. */
export async function letter(ctx: Ctx, id: number): Promise<FileReply> {
  const row = await proposals.need(ctx, id)
  if (row.reply === null || isUnchecked(ctx, row)) throw new Refused('BAD_STATE', '还没有答复，没有答复函')
  const member = await ctx.db
    .selectFrom('user')
    .select('name')
    .where('id', '=', row.createdBy ?? 0)
    .executeTakeFirst()
  const places = await depts.placesOf(ctx, id)
  const named = (lead: number) =>
    places
      .filter((one) => one.lead === lead)
      .map(({ deptName }) => deptName)
      .join('、')
  const assisting = named(0)
  const text = (line: string): Block => ({ kind: 'text', text: line })
  const at = row.answeredAt ?? ctx.now
  const draft = proposalDelivered.includes(row.state) ? [] : [text('（本函尚未经审核，供审核使用。）')]
  const bytes = wordOf([
    { kind: 'title', text: `对第 ${row.no ?? ''} 号提案的答复` },
    { kind: 'plain', text: `${member?.name ?? ''}委员：` },
    text(`您提出的“${row.title}”收悉，现答复如下：`),
    ...row.reply.split(/\r?\n/).map(text),
    text(`办理结果：${proposalOutcomes[row.outcome as keyof typeof proposalOutcomes] ?? ''}。`),
    ...(assisting === '' ? [] : [text(`协办单位：${assisting}。`)]),
    text('感谢您对我们工作的关心和支持。请在收到答复后评价办理情况。'),
    ...draft,
    { kind: 'signed', text: named(1) },
    { kind: 'signed', text: paperDate(at) },
  ])
  ctx.record({ ids: [id] })
  const { type, ending } = documents.docx
  return new FileReply(type, bytes, `提案答复函-${row.no ?? row.id}-${formatDate(at)}.${ending}`)
}
