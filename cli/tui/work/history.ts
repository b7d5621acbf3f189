import { randomUUID } from 'node:crypto'
import { besideAct, keptSays } from '../../../core/domain/states.ts'
import { cleanLine } from '../../output/clean.ts'
import { fitTo } from '../../output/width.ts'
import type { Desk } from '../desk.ts'
import { type ArticleRead, articleFields, articleWord } from '../kinds/article.ts'
import type { History, Item, Kind, Step } from '../kinds/kind.ts'
import { pick, reading, type Span } from '../state/dialogs.ts'
import { currentRow, idOf } from '../state/list.ts'
import type { ArticleItem } from '../state/rows.ts'
import { changeParagraphs } from '../text/changes.ts'
import { yesFor } from './agree.ts'
import { reload } from './load.ts'
import { patient } from './patient.ts'

const pageSize = 50
const older = 'older'

/** A value as forms name it: a column by its name, a choice by its word. */
function named(desk: Desk, wordOf: History['wordOf'], field: string, value: unknown): string {
  const column = field === 'columnId' ? desk.state.columns.find(({ id }) => id === String(value))?.path : undefined
  return column ?? wordOf(field, value)
}

const changesOf = (desk: Desk, wordOf: History['wordOf'], changed: Step['changed']): Span[][] =>
  changeParagraphs(
    changed.map(({ field, title, before, after }) => ({
      field,
      title,
      before: named(desk, wordOf, field, before),
      after: named(desk, wordOf, field, after),
    })),
  )

const quoted = (kind: Kind, title: string) => kind.quoted(fitTo(cleanLine(title), 40).trimEnd())
const sentence = ({ no, act, byName, at }: Step) =>
  `${no}. ${cleanLine(act ?? '')}  ${cleanLine(byName ?? '')}  ${at ?? ''}`

/** What a step says of itself before its changes. */
function stepParagraphs(desk: Desk, { states, history }: Kind, step: Step): Span[][] {
  const word = states.words[Number(step.status)] ?? step.status
  const state: Span[] = [{ kind: 'note', text: [`之后的状态：${word}`, step.note].filter(Boolean).join('　') }]
  const reason: Span[][] = step.reason ? [[{ kind: 'same', text: cleanLine(besideAct(step.act, step.reason)) }]] : []
  const none: Span[] = [{ kind: 'note', text: '这一步没有修改内容' }]
  const wordOf = history?.wordOf ?? String
  return [state, ...reason, ...(step.changed.length === 0 ? [none] : changesOf(desk, wordOf, step.changed))]
}

/** The steps of the current row, newest first; each opens as what it changed. */
export async function showHistory(desk: Desk): Promise<void> {
  const { kind, list } = desk.state
  const { history } = kind
  const row = currentRow(list)
  if (!row || !history) return
  const id = idOf(row)
  const steps: Step[] = []
  const readOn = async () => {
    const pageNumber = Math.floor(steps.length / pageSize) + 1
    const page = await patient(desk, () => history.page(id, pageNumber, pageSize))
    steps.push(...page.list)
    return page.total
  }
  let total = await readOn()
  if (steps.length === 0) return desk.notice(`这${kind.unit}${kind.noun}没有历史记录`)
  for (let at = 0; ; ) {
    const options = steps.map((step) => ({
      value: step.key,
      label: sentence(step),
      more:
        step.changed.map(({ title }) => title).join('、') ||
        (step.reason ? cleanLine(besideAct(step.act, step.reason)) : ''),
    }))
    const rest = total - steps.length
    const all = rest > 0 ? [...options, { value: older, label: `……更早的 ${rest} 步` }] : options
    const answer = await desk.ask({ ...pick(`${quoted(kind, row.title)}的历史，共 ${total} 步`, all), at })
    if (!answer?.pick) return
    at = all.findIndex(({ value }) => value === answer.pick)
    const step = steps[at]
    if (!step) total = await readOn()
    else {
      // long texts do not come with the list
      const whole = step.long ? await patient(desk, () => history.whole(step)) : step
      const onward = history.since && '与现在比较'
      const on = await desk.ask(reading(sentence(step), stepParagraphs(desk, kind, whole), onward))
      if (on && (await showSince(desk, row, step))) return
    }
  }
}

/** What was changed since a step, and the way back to it. @returns whether it was gone */
async function showSince(desk: Desk, row: Item, step: Step): Promise<boolean> {
  const { kind } = desk.state
  const { history } = kind
  const id = idOf(row)
  if (!history?.since) return false
  const since = await patient(desk, async () => history.since?.(id, step))
  if (!since) return false
  const { changed, kept, follows } = since
  const stays = keptSays(kept)
  const none: Span[][] = [[{ kind: 'note', text: '这一步的内容与现在的相同' }]]
  const said = changed.length === 0 ? none : changesOf(desk, history.wordOf, changed)
  const notes = stays.map((text): Span[] => [{ kind: 'note', text }])
  const onward = follows === null ? undefined : '恢复这一步的内容'
  const title = `第 ${step.no} 步之后改了什么：${quoted(kind, row.title)}`
  if (!(await desk.ask(reading(title, [...notes, ...said], onward))) || follows === null) return false
  const more = [follows, ...stays].filter(Boolean).join('；')
  const what = `将把${quoted(kind, row.title)}恢复为第 ${step.no} 步（${cleanLine(step.act ?? '')}，${step.at ?? ''}）后的内容`
  if (!(await yesFor(desk, `${what}${more && `，${more}`}，是否继续？`, 1))) return false
  const requestKey = randomUUID()
  await patient(desk, () => since.restore(requestKey))
  desk.set({ undo: null })
  desk.notice(`${quoted(kind, row.title)}已恢复为第 ${step.no} 步的内容`)
  await reload(desk)
  return true
}

/** What somebody else has changed of an article since it was read, to be looked at before it is changed once more. */
export async function showConflict(desk: Desk, before: ArticleRead, now: ArticleRead): Promise<void> {
  const { kind } = desk.state
  const changed = articleFields.flatMap(({ field, title }) => {
    const [was = '', is = ''] = [before, now].map((row) =>
      named(desk, articleWord, field, row[field as keyof ArticleRead]),
    )
    return was === is ? [] : [{ field, title, before: was, after: is }]
  })
  const none: Span[] = [{ kind: 'note', text: '标题、正文和各项内容都没有变化，只是状态变了' }]
  const states = [before, now].map(({ status }) => kind.states.words[status] ?? status)
  const moved: Span[][] = states[0] === states[1] ? [] : [[{ kind: 'note', text: `状态：${states.join(' → ')}` }]]
  const said = changed.length === 0 ? [none] : changeParagraphs(changed)
  const who = cleanLine(now.updatedByName ?? '他人')
  await desk.ask(
    reading(`您编辑时，${who}于 ${now.updatedAt ?? ''} 修改了${quoted(kind, now.title)}`, [...moved, ...said]),
  )
}

/** What the copy under review of the current article changes of what is online. */
export async function showChanges(desk: Desk): Promise<void> {
  const { kind, list } = desk.state
  const row = currentRow(list) as ArticleItem | undefined
  const revisionId = row?.review?.revisionId
  if (!row || !revisionId) return
  const copy = await patient(desk, () => desk.around.backend.article.revision({ revisionId }))
  const by = copy.byName ? `${cleanLine(copy.byName)} ${copy.at ?? ''}` : ''
  const none: Span[] = [{ kind: 'note', text: '修订没有修改内容' }]
  const said = copy.changed.length === 0 ? [none] : changesOf(desk, articleWord, copy.changed)
  await desk.ask(reading(`修订与网站上的${quoted(kind, row.title)}比较  ${by}`, said))
}
