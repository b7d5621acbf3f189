import { celebrityBrief, celebrityRow, celebrity as contract } from '../../core/contract/celebrity.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { documents } from '../../core/contract/replies.ts'
import { celebrityFields, celebrityFlow, genders } from '../../core/domain/celebrity-states.ts'
import { fileStamp } from '../../core/domain/time.ts'
import type { Ctx } from '../context.ts'
import { celebrity as table } from '../db/tables/celebrity.ts'
import { wordOf } from '../documents/word.ts'
import { FileReply, implement } from '../pipeline.ts'
import { equal, like } from '../rows/condition.ts'
import { sheetOf } from '../rows/sheet.ts'
import { shownOf } from './published/shown.ts'

export const demo = () => import('../demo/celebrity.ts')

const narrowed = (_ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...like('title', input.title),
  ...like('nativePlace', input.nativePlace),
  ...equal('field', input.field),
]

const shown = shownOf(table, {
  ...{ flow: celebrityFlow, brief: celebrityBrief, whole: celebrityRow, binned: contract.binList.output, narrowed },
  logged: ['title', 'field'],
  looked: ['title', 'otherName', 'summary', 'content'],
})
export const { piles } = shown

const says = (words: object, value: unknown) => (words as Readonly<Record<string, string>>)[String(value)] ?? ''

/** The form by which an entry is registered, on paper. */
async function exportWord(ctx: Ctx, { id }: { id: number }): Promise<FileReply> {
  const row = await shown.rows.need(ctx, id)
  const facts = [
    ['姓名', row.title],
    ['字号、别名', row.otherName ?? ''],
    ['性别', says(genders, row.gender)],
    ['生卒年', row.years ?? ''],
    ['籍贯', row.nativePlace ?? ''],
    ['领域', says(celebrityFields, row.field)],
    ['简介', row.summary ?? ''],
  ] as const
  const bytes = wordOf([
    { kind: 'title', text: '名人登记表' },
    { kind: 'facts', rows: facts },
    { kind: 'heading', text: '生平' },
    ...(row.content ?? '')
      .split(/\n+/)
      .filter((line) => line.trim() !== '')
      .map((text) => ({ kind: 'text', text }) as const),
  ])
  ctx.record({ ids: [id] })
  const { type, ending } = documents.docx
  return new FileReply(type, bytes, `名人登记表-${id}-${fileStamp(ctx.now)}.${ending}`)
}

export const celebrity = implement(contract, {
  ...shown.handlers,
  getExcelList: sheetOf(contract.getExcelList, celebrityBrief, { name: '名人名录' }, shown.list),
  exportWord,
})
