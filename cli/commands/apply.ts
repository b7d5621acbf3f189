import { type ApplyPaper, apply, applyPapers } from '../../core/contract/apply.ts'
import type { Endpoint, Output } from '../../core/contract/endpoint.ts'
import { paperLacks } from '../../core/domain/apply-papers.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { outFlag as documentFlag, numberIn, saveDocument } from '../files/document.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { givenLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, isForPrograms, type Shape, writeList, writeValue } from '../output/write.ts'
import { type Verb, verb } from '../verb.ts'
import { yearIn } from '../year.ts'
import { overdueVerb, shownBy } from './overdue.ts'
import { explainedDays, writeExplained } from './workday-count.ts'

const made = (await areaVerbs('apply')).verbs
/** What is done here in another way. */
const other = new Set(['report', 'explain', 'export'])
const own = made.filter(({ name }) => !other.has(name))

const idIn = (text: string | undefined, example: string) => numberIn(text, '申请', 'xzx apply list', example)

const paperOf: Readonly<Record<string, ApplyPaper>> = Object.fromEntries(
  Object.entries(applyPapers).flatMap(([key, says]) => [
    [key, key as ApplyPaper],
    [says, key as ApplyPaper],
  ]),
)

/** @throws usage */
function paperIn(text = 'whole'): ApplyPaper {
  const paper = paperOf[text]
  if (!paper) throw usage(`--paper 无效：${givenLine(text)}`, `可用：${Object.values(applyPapers).join('、')}`)
  return paper
}

const reported = columnsOf(apply.report.output).find(({ field }) => field === 'lines')?.inside ?? []
const lines: Shape = {
  columns: reported,
  usual: ['line', 'group', 'says', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'total'],
  idField: 'line',
  titleField: 'says',
}

async function report(ctx: Context, given: string | undefined): Promise<void> {
  const year = yearIn(given, 'xzx apply report 2026', '年度')
  const answer: Output<typeof apply.report> = await (await ctx.client('apply')).report({ year }, { signal: ctx.signal })
  if (isForPrograms(ctx) && ctx.fields === null) return writeValue(ctx, answer)
  await writeList(ctx, lines, answer.lines)
  ctx.note(`每个数对应的申请：xzx apply list --year ${year} --line 项目代码`)
}

interface WordFlags {
  readonly paper?: string
  readonly out?: string
}

const paperFlag = {
  flag: '--paper <文书>',
  says: '申请表和办理单（默认）、答复书、延期答复告知书、补正告知书',
  values: Object.values(applyPapers),
}

type Whole = Output<typeof apply.get>

/**
 * A document of one request; whether there would be one is asked by what leaves no trace.
 * @param lacks why there is none; '': there is
 */
const saved = (
  ctx: Context,
  e: Endpoint,
  input: { readonly id: string; readonly paper?: string },
  out: string | undefined,
  lacks: (request: Whole) => string,
) =>
  saveDocument(ctx, e, input, out, async () => {
    const why = lacks(await (await ctx.client('apply')).get({ id: input.id }, { signal: ctx.signal }))
    if (why) throw new ApiError('refused', 'BAD_STATE', why)
    if (e.proof) ctx.note('执行时离上次核对身份久了的，须再次核对')
  })

const saveWord = (ctx: Context, id: string | undefined, { paper: given, out }: WordFlags) => {
  const paper = paperIn(given)
  const input = { id: idIn(id, 'xzx apply word 101 --out 办理单.docx'), paper }
  return saved(ctx, apply.exportWord, input, out, paperLacks[paper])
}

const filesLack = ({ depts }: Whole): string => (depts.some(({ files }) => files.length > 0) ? '' : '答复没有附件')

/** The list as a file, as of every kind; with a number that one's paper, as scripts of before have it. */
const ledger = made
  .filter(({ name }) => name === 'export')
  .map(
    (one): Verb => ({
      ...one,
      args: '[编号]',
      says: '导出依申请公开的台账；给编号则导出这一件的 Word 文书，同 apply word',
      flags: [...(one.flags ?? []), paperFlag],
      async run(ctx, given) {
        const { paper, ...flags } = given.flags as WordFlags
        const [id] = given.args
        const filter = Object.keys(flags).find((name) => name !== 'out')
        if (id !== undefined && filter !== undefined) throw usage('编号和筛选条件不能同时使用', '去掉其中一个')
        if (id !== undefined) return void (await saveWord(ctx, id, given.flags as WordFlags))
        if (paper !== undefined) throw usage('缺少申请编号', '例如 xzx apply word 101 --paper 答复书 --out 答复书.docx')
        return one.run(ctx, { ...given, flags })
      },
    }),
  )

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
  verb<WordFlags>({
    name: 'word',
    says: '导出一件申请的 Word 文书',
    args: '[编号]',
    knows: [...uses.server],
    flags: [paperFlag, documentFlag],
    examples: ['xzx apply word 101 --out 办理单.docx', 'xzx apply word 101 --paper 答复书 --out 答复书.docx'],
    run: (ctx, { args: [id], flags }) => saveWord(ctx, id, flags),
  }),
  ...ledger,
  verb<{ out?: string }>({
    name: 'download',
    says: '下载一件申请的答复附件，多个的打成压缩包',
    args: '[编号]',
    knows: [...uses.server],
    flags: [documentFlag],
    examples: ['xzx apply download 101 --out 附件.zip'],
    run: (ctx, { args: [id], flags: { out } }) =>
      saved(ctx, apply.download, { id: idIn(id, 'xzx apply download 101 --out 附件.zip') }, out, filesLack),
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
