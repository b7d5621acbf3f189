import { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { type NewsStatus, newsStatus } from '../../../core/domain/enums.ts'
import { cleanLine } from '../../output/clean.ts'
import { fitTo } from '../../output/width.ts'
import type { Desk } from '../desk.ts'
import type { Read } from '../state/desk.ts'
import { pick, reading, type Span } from '../state/dialogs.ts'
import { currentRow, idOf } from '../state/list.ts'
import { changeParagraphs } from '../text/changes.ts'
import { patient } from './patient.ts'

type Step = Output<typeof article.revisions>['list'][number]

const pageSize = 50
const older = 'older'

const shape = article.saveAdmin.input.shape as unknown as Readonly<Record<string, Shaped>>

/** A value as the form names it: a column by its name, a choice by its word. */
function wordOf(desk: Desk, field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  // attachments, one on a line
  if (Array.isArray(value)) return value.map(({ name }) => cleanLine(name)).join('\n')
  const column = field === 'columnId' ? desk.state.columns.find(({ id }) => id === String(value))?.path : undefined
  return column ?? metaOf(shape[field] ?? {}).words?.[String(value)] ?? String(value)
}

const changesOf = (desk: Desk, { changed }: Pick<Step, 'changed'>): Span[][] =>
  changeParagraphs(
    changed.map(({ field, title, before, after }) => ({
      field,
      title,
      before: wordOf(desk, field, before),
      after: wordOf(desk, field, after),
    })),
  )

const named = (title: string) => `《${fitTo(cleanLine(title), 40).trimEnd()}》`
const sentence = ({ no, act, byName, at }: Step) =>
  `${no}. ${cleanLine(act ?? '')}  ${cleanLine(byName ?? '')}  ${at ?? ''}`

/** What a step says of itself before its changes. */
function stepParagraphs(desk: Desk, step: Step): Span[][] {
  const state: Span[] = [
    {
      kind: 'note',
      text: `之后的状态：${newsStatus[Number(step.status) as NewsStatus] ?? step.status}　修订编号：${step.revisionId}`,
    },
  ]
  const reason: Span[][] = step.reason ? [[{ kind: 'same', text: `理由：${cleanLine(step.reason)}` }]] : []
  const none: Span[] = [{ kind: 'note', text: '这一步没有修改内容' }]
  return [state, ...reason, ...(step.changed.length === 0 ? [none] : changesOf(desk, step))]
}

/** The steps of the current article, newest first; each opens as what it changed. */
export async function showHistory(desk: Desk): Promise<void> {
  const row = currentRow(desk.state.list)
  if (!row) return
  const articleId = idOf(row)
  const { revisions } = desk.around.backend.article
  const steps: Step[] = []
  const readOn = async () => {
    const pageNumber = Math.floor(steps.length / pageSize) + 1
    const { list, total } = await patient(desk, () => revisions({ articleId, pageNumber, pageSize }))
    steps.push(...list)
    return Number(total)
  }
  let total = await readOn()
  if (steps.length === 0) return desk.notice('这篇文章没有历史记录')
  for (let at = 0; ; ) {
    const options = steps.map((step) => ({
      value: step.revisionId,
      label: sentence(step),
      more: step.changed.map(({ title }) => title).join('、') || (step.reason ? `理由：${cleanLine(step.reason)}` : ''),
    }))
    const rest = total - steps.length
    const all = rest > 0 ? [...options, { value: older, label: `……更早的 ${rest} 步` }] : options
    const answer = await desk.ask({ ...pick(`${named(row.title)}的历史，共 ${total} 步`, all), at })
    if (!answer?.pick) return
    at = all.findIndex(({ value }) => value === answer.pick)
    const step = steps[at]
    if (!step) total = await readOn()
    else {
      const { revisionId } = step
      // long texts do not come with the list
      const whole = step.long ? await patient(desk, () => desk.around.backend.article.revision({ revisionId })) : step
      await desk.ask(reading(sentence(step), stepParagraphs(desk, whole)))
    }
  }
}

/** What somebody else has changed of an article since it was read, to be looked at before it is changed once more. */
export async function showConflict(desk: Desk, before: Read, now: Read): Promise<void> {
  const changed = Object.entries(shape).flatMap(([field, of]) => {
    const [was, is] = [wordOf(desk, field, before[field as keyof Read]), wordOf(desk, field, now[field as keyof Read])]
    return was === is ? [] : [{ field, title: metaOf(of).title ?? field, before: was, after: is }]
  })
  const none: Span[] = [{ kind: 'note', text: '标题、正文和各项内容都没有变化，只是状态变了' }]
  const states = [before, now].map(({ status }) => newsStatus[Number(status) as NewsStatus] ?? status)
  const moved: Span[][] = states[0] === states[1] ? [] : [[{ kind: 'note', text: `状态：${states.join(' → ')}` }]]
  const said = changed.length === 0 ? [none] : changeParagraphs(changed)
  const who = cleanLine(now.updatedByName ?? '他人')
  await desk.ask(reading(`您编辑时，${who}于 ${now.updatedAt ?? ''} 修改了${named(now.title)}`, [...moved, ...said]))
}

/** What the copy under review of the current article changes of what is online. */
export async function showChanges(desk: Desk): Promise<void> {
  const row = currentRow(desk.state.list)
  const revisionId = row?.review?.revisionId
  if (!row || !revisionId) return
  const copy = await patient(desk, () => desk.around.backend.article.revision({ revisionId }))
  const by = copy.byName ? `${cleanLine(copy.byName)} ${copy.at ?? ''}` : ''
  const none: Span[] = [{ kind: 'note', text: '修订没有修改内容' }]
  const said = copy.changed.length === 0 ? [none] : changesOf(desk, copy)
  await desk.ask(reading(`修订与网站上的${named(row.title)}比较  ${by}`, said))
}
