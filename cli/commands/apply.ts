import { apply, applyPapers } from '../../core/contract/apply.ts'
import type { Endpoint, Output } from '../../core/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { saveStream } from '../files/save.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { cleanLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, isForPrograms, type Shape, writeList, writeValue } from '../output/write.ts'
import { verb } from '../verb.ts'
import { overdueVerb, shownBy } from './overdue.ts'
import { explainedDays, writeExplained } from './workday-count.ts'

const made = (await areaVerbs('apply')).verbs
/** What is done here in another way. */
const other = new Set(['report', 'explain'])
const own = made.filter(({ name }) => !other.has(name))

/** @throws usage for what is no request's number */
function idIn(text: string | undefined, example: string): string {
  if (text === undefined) throw usage('缺少申请编号', `例如 ${example}`)
  if (!/^\d{1,15}$/.test(text)) throw usage(`申请编号无效：${cleanLine(text)}`, '编号是数字，见 xzx apply list')
  return text
}

const paperOf = Object.fromEntries(
  Object.entries(applyPapers).flatMap(([key, says]) => [
    [key, key],
    [says, key],
  ]),
)

/** @throws usage */
function paperIn(text = 'whole'): string {
  const paper = paperOf[text]
  if (!paper) throw usage(`--paper 无效：${cleanLine(text)}`, `可用：${Object.values(applyPapers).join('、')}`)
  return paper
}

async function saved(ctx: Context, e: Endpoint, input: object, out: string | undefined): Promise<void> {
  const via = await ctx.transport()
  await saveStream(ctx, out, (sink) => via.download(e, input as never, sink, { signal: ctx.signal }))
}

const outFlag = { flag: '--out <文件>', says: '写到这个文件；- 为标准输出' } as const

const reported = columnsOf(apply.report.output).find(({ field }) => field === 'lines')?.inside ?? []
const lines: Shape = {
  columns: reported,
  usual: ['line', 'group', 'says', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'total'],
  idField: 'line',
  titleField: 'says',
}

async function report(ctx: Context, year: string | undefined): Promise<void> {
  if (year === undefined || !/^\d{4}$/.test(year)) throw usage('缺少年度', '例如 xzx apply report 2026')
  const answer: Output<typeof apply.report> = await (await ctx.client('apply')).report({ year }, { signal: ctx.signal })
  if (isForPrograms(ctx) && ctx.fields === null) return writeValue(ctx, answer)
  await writeList(ctx, lines, answer.lines)
  ctx.note(`每个数对应的申请：xzx apply list --year ${year} --line 项目代码`)
}

/** What the contract says of requests for disclosure, and what leaves them as files, tables and days. */
export const verbs = [
  ...own,
  ...shownBy(made),
  verb({
    name: 'explain',
    says: '逐日说明一件申请的答复期限是怎样算出来的',
    args: '[编号]',
    knows: [...uses.server, ...uses.output],
    examples: ['xzx apply explain 101', 'xzx apply explain 101 --json'],
    async run(ctx, { args: [id] }) {
      checkFields(ctx, explainedDays)
      const asked = { id: idIn(id, 'xzx apply explain 101') }
      const answer = await (await ctx.client('apply')).explain(asked, { signal: ctx.signal })
      await writeExplained(ctx, answer, 'working')
      if (!isForPrograms(ctx) && answer.startsBy) ctx.note(answer.startsBy)
    },
  }),
  verb<{ paper?: string; out?: string }>({
    name: 'export',
    says: '导出一件申请的 Word 文书',
    args: '[编号]',
    knows: [...uses.server],
    flags: [
      {
        flag: '--paper <文书>',
        says: '申请表和办理单（默认）、答复书、延期答复告知书、补正告知书',
        values: Object.values(applyPapers),
      },
      outFlag,
    ],
    examples: ['xzx apply export 101 --out 办理单.docx', 'xzx apply export 101 --paper 答复书 --out 答复书.docx'],
    run: (ctx, { args: [id], flags: { paper, out } }) =>
      saved(
        ctx,
        apply.exportWord,
        { id: idIn(id, 'xzx apply export 101 --out 办理单.docx'), paper: paperIn(paper) },
        out,
      ),
  }),
  verb<{ out?: string }>({
    name: 'download',
    says: '下载一件申请的答复附件，多个的打成压缩包',
    args: '[编号]',
    knows: [...uses.server],
    flags: [outFlag],
    examples: ['xzx apply download 101 --out 附件.zip'],
    run: (ctx, { args: [id], flags: { out } }) =>
      saved(ctx, apply.download, { id: idIn(id, 'xzx apply download 101 --out 附件.zip') }, out),
  }),
  verb({
    name: 'report',
    says: '政府信息公开工作年度报告的表三：收到和处理申请的情况',
    args: '[年度]',
    knows: [...uses.server, ...uses.output],
    examples: ['xzx apply report 2026', 'xzx apply report 2026 --format csv'],
    run(ctx, { args: [year] }) {
      checkFields(ctx, lines)
      return report(ctx, year)
    },
  }),
  overdueVerb({
    ...{ command: 'apply', list: apply.list, counted: '件申请' },
    why: '答复期限已过，还没有答复',
  }),
]
