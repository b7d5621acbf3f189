import type { ApplyPaper } from '../../../core/contract/apply.ts'
import { documents } from '../../../core/contract/replies.ts'
import { applicants, isPerson, outcomeOf, outcomeWords } from '../../../core/domain/apply-outcomes.ts'
import { paperLacks } from '../../../core/domain/apply-papers.ts'
import { type ApplyChannel, applyChannels, applyMedia, applyWays } from '../../../core/domain/apply-states.ts'
import { dayRoles } from '../../../core/domain/deadline-explain.ts'
import { masked } from '../../../core/domain/personal.ts'
import { dayNumber, fileStamp, formatDate, momentOf, paperDate, parseDay } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { apply as table } from '../../db/tables/apply.ts'
import { type Block, wordOf } from '../../documents/word.ts'
import { FileReply } from '../../pipeline.ts'
import { opened } from '../../rows/personal.ts'
import { setting } from '../../settings.ts'
import { calendarNow } from '../../workdays/calendar.ts'
import { type Case, cases, isAnswered, numberOf } from './cases.ts'
import { daysOf, provisionalOf, supplyProvisional, thirdProvisional, thirdUntil } from './clock.ts'
import { answerFiles } from './files.ts'
import { depts } from './places.ts'
import { remedyOf } from './remedy.ts'

/** The papers of a request, for Word. */

const law = '《中华人民共和国政府信息公开条例》（国务院令第711号）'
const word = (words: object, value: unknown) => (words as Readonly<Record<string, string>>)[String(value)] ?? ''
const onPaper = (at: number | null) => (at === null ? '' : paperDate(at))
/** A last day, with what may still change it: 「2027年1月15日（2027 年节假日尚未导入，期限为暂定）」. */
const tentative = (at: number | null, provisional: string | null) =>
  at === null || provisional === null ? onPaper(at) : `${onPaper(at)}（${provisional}）`
const inPaper = (text: string) => text.replace(/\d{4}-\d{2}-\d{2}/g, (day) => paperDate(momentOf(parseDay(day) ?? 0)))
type Who = Readonly<Record<string, string | null>>

interface Told {
  readonly row: Case
  readonly who: Who
  readonly office: string
  readonly ctx: Ctx
}

const marks = '。．.；;，,、！! '
/** Somebody's words within a sentence: without the marks by which they ended their own. */
function unended(text: string | null): string {
  const said = (text ?? '').trim()
  let end = said.length
  while (end > 0 && marks.includes(said[end - 1] as string)) end -= 1
  return said.slice(0, end)
}

const facts = (rows: readonly (readonly [string, string | null | undefined])[]): Block => ({
  kind: 'facts',
  rows: rows.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
})

const formOf = ({ row, who }: Told): Block =>
  facts([
    ['登记号', numberOf(row)],
    ['申请人类型', word(applicants, row.applicant)],
    [isPerson(row.applicant) ? '姓名' : '名称', who.name],
    ['身份证号', who.idNumber && masked('idNumber', who.idNumber)],
    ['统一社会信用代码', row.orgCode],
    ['联系人', who.contact],
    ['手机号', who.phone],
    ['通讯地址', who.address],
    ['电子邮箱', who.email],
    ['所需信息的名称', row.title],
    ['特征描述', row.content],
    ['补正的内容', row.supplement],
    ['提供形式', word(applyMedia, row.medium)],
    ['获取方式', word(applyWays, row.way)],
  ])

async function handlingOf({ row, ctx }: Told): Promise<Block> {
  const places = await depts.placesOf(ctx, row.id)
  const named = (lead: number) =>
    places
      .filter((one) => one.lead === lead)
      .map(({ deptName }) => deptName)
      .join('、')
  const channel = applyChannels[row.channel as ApplyChannel]
  const calendar = await calendarNow(ctx)
  return facts([
    ['提交渠道', channel.says],
    ['提交时间', onPaper(row.createdAt)],
    ['收到申请之日', row.receivedAt === null ? '' : `${onPaper(row.receivedAt)}（${channel.starts}）`],
    ['告知补正', row.askedAt === null ? '' : `${onPaper(row.askedAt)}：${row.clarify ?? ''}`],
    ['收到补正', onPaper(row.restartAt)],
    ['决定重新答复', onPaper(row.againAt)],
    ['征求第三方意见', row.thirdAt === null ? '' : `${onPaper(row.thirdAt)}：${row.thirdParty ?? ''}`],
    [
      '第三方答复期限',
      row.thirdAt === null
        ? ''
        : tentative(
            momentOf(thirdUntil(calendar, row.thirdAt)),
            row.thirdBackAt === null ? thirdProvisional(calendar, row.thirdAt) : null,
          ),
    ],
    ['第三方意见', row.thirdBackAt === null ? '' : `${onPaper(row.thirdBackAt)}：${row.thirdOpinion ?? ''}`],
    [
      '延长期限',
      row.extendDays ? `${onPaper(row.extendedAt)}批准延长 ${row.extendDays} 个工作日：${row.extendReason}` : '',
    ],
    ['答复期限', tentative(row.due, isAnswered(row.state) ? null : provisionalOf(calendar, row))],
    ['主办部门', named(1)],
    ['协办部门', named(0)],
    ['办理结果', row.outcome === null ? '' : word(outcomeWords, row.outcome)],
    ['依据', row.outcome === null ? '' : `${law}${outcomeOf(row.outcome)?.article ?? ''}`],
    ['答复日期', isAnswered(row.state) ? onPaper(row.answeredAt) : ''],
    [
      '送达',
      row.deliveredAt === null
        ? ''
        : [onPaper(row.deliveredAt), word(applyWays, row.deliverWay), row.deliverNote].filter(Boolean).join('，'),
    ],
  ])
}

async function dailyOf({ row, ctx }: Told): Promise<Block[]> {
  const told = daysOf(await calendarNow(ctx), row, ctx.now)
  if (!told) return []
  const { days, says, provisional } = told
  return [
    { kind: 'heading', text: '答复期限的逐日说明' },
    { kind: 'plain', text: [inPaper(says), provisional].filter(Boolean).join('；') },
    {
      kind: 'grid',
      head: ['日期', '星期', '是否计入', '第几日', '原因'],
      rows: days.map((one) => [inPaper(one.date), one.weekday, dayRoles[one.role], String(one.number ?? ''), one.why]),
    },
  ]
}

const signed = ({ office }: Told, at: number): Block[] => [
  { kind: 'signed', text: office },
  { kind: 'signed', text: paperDate(at) },
]
const letter = ({ row, who }: Told, title: string, lines: readonly string[]): Block[] => [
  { kind: 'title', text: title },
  { kind: 'signed', text: numberOf(row) },
  { kind: 'plain', text: `${who.name ?? ''}：` },
  ...lines.flatMap((text) => text.split(/\r?\n/)).map((text): Block => ({ kind: 'text', text })),
]
const came = ({ row }: Told) =>
  `本机关于${onPaper(row.receivedAt)}收到您提出的政府信息公开申请，所需信息为“${row.title}”。`

/** Until when it is answered now; what may still change is said as such. */
function lastDay({ due, thirdAt, thirdBackAt }: Case, provisional: string | null): string {
  if (due === null) return ''
  if (thirdAt !== null && thirdBackAt === null) return '（征求第三方意见所需时间不计算在内）'
  const day = paperDate(due)
  return provisional ? `，延长后的答复期限暂定为${day}，以当年节假日安排公布后计算的为准` : `，延长后的答复期限到${day}`
}

/** What each paper says: the list to extend. */
const papers: Readonly<Record<ApplyPaper, (told: Told) => Promise<Block[]> | Block[]>> = {
  whole: async (told) => [
    { kind: 'title', text: '政府信息公开申请表和办理单' },
    formOf(told),
    { kind: 'heading', text: '办理情况' },
    await handlingOf(told),
    ...(told.row.answer === null
      ? []
      : ([
          { kind: 'heading', text: '答复内容' },
          { kind: 'text', text: told.row.answer },
        ] as const)),
    ...(await dailyOf(told)),
  ],
  async answer(told) {
    const { row, ctx } = told
    const outcome = row.outcome === null ? null : outcomeOf(row.outcome)
    if (!outcome || row.answer === null) return []
    const files = await answerFiles(ctx, row)
    // a draft that looks like the letter would be taken for it
    const drafted = !isAnswered(row.state)
    return [
      ...(drafted ? [{ kind: 'plain', text: '（草稿，尚未签发，不得送达）' } as const] : []),
      ...letter(told, '政府信息公开申请答复书', [
        came(told),
        `根据${law}${outcome.article}的规定，现答复如下：`,
        outcome.tells,
        row.answer,
        ...(files.length > 0 ? [`附件：${files.map(({ name }) => name).join('、')}`] : []),
        remedyOf(outcome.group),
      ]),
      ...(drafted ? [{ kind: 'signed', text: '（未签发）' } as const] : signed(told, row.answeredAt ?? told.ctx.now)),
    ]
  },
  async extend(told) {
    const { row, ctx } = told
    if (!row.extendDays || row.extendedAt === null) return []
    const last = lastDay(row, provisionalOf(await calendarNow(ctx), row))
    return [
      ...letter(told, '政府信息公开延期答复告知书', [
        came(told),
        `因${unended(row.extendReason)}，不能在二十个工作日内答复。根据${law}第三十三条的规定，经本机关政府信息公开工作机构负责人同意，延长 ${row.extendDays} 个工作日答复${last}。`,
        '特此告知。',
      ]),
      ...signed(told, row.extendedAt),
    ]
  },
  async clarify(told) {
    const { row, ctx } = told
    if (row.askedAt === null) return []
    const until = tentative(row.suppliesUntil, supplyProvisional(await calendarNow(ctx), row))
    return [
      ...letter(told, '政府信息公开申请补正告知书', [
        came(told),
        `经审查，申请内容不明确。根据${law}第三十条的规定，请于${until}（含当日）以前作出以下补正：`,
        row.clarify ?? '',
        '答复期限自本机关收到补正的申请之日起计算。无正当理由逾期不补正的，视为放弃申请，本机关不再处理。',
      ]),
      ...signed(told, row.askedAt),
    ]
  },
}

const called: Readonly<Record<ApplyPaper, string>> = {
  whole: '申请办理单',
  answer: '答复书',
  extend: '延期告知书',
  clarify: '补正告知书',
}

const nameOf = (paper: ApplyPaper, row: Case, day: string) =>
  `${called[paper]}-${row.id}-${day}.${documents.docx.ending}`

async function toldOf(ctx: Ctx, row: Case): Promise<Told> {
  return { row, who: opened(ctx.parts.secret, table, row), ctx, office: await setting(ctx.db, 'apply.office') }
}

/** What an applicant was served so far: papers, to be kept as they are. */
export async function servedPapers(ctx: Ctx, row: Case) {
  const told = await toldOf(ctx, row)
  const served = (['answer', 'extend'] as const).filter((paper) => !paperLacks[paper](row))
  return Promise.all(
    served.map(async (paper) => ({
      ...{ name: nameOf(paper, row, formatDate(row.answeredAt ?? ctx.now)), kind: 'word' as const },
      content: await wordOf(await papers[paper](told)),
    })),
  )
}

/** A paper of a request, with who asks in full: the log tells who took it. */
export async function exportWord(ctx: Ctx, id: number, paper: ApplyPaper): Promise<FileReply> {
  const row = await cases.need(ctx, id)
  const lacks = paperLacks[paper](row)
  if (lacks) throw new Refused('BAD_STATE', lacks)
  const bytes = wordOf(await papers[paper](await toldOf(ctx, row)))
  ctx.record({ ids: [id], after: { paper: called[paper] } })
  const day = dayNumber(ctx.now) === dayNumber(row.createdAt) ? fileStamp(ctx.now) : formatDate(row.createdAt)
  return new FileReply(documents.docx.type, bytes, nameOf(paper, row, day))
}
