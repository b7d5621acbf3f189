import { formatTime, parseMoment } from '../../../core/domain/time.ts'
import type { Desk } from '../desk.ts'
import type { QueryField } from '../kinds/kind.ts'
import { type Dialog, form, pick, withChoices } from '../state/dialogs.ts'
import { textOf } from '../state/input.ts'
import { type Query, sameSort, type View } from '../state/views.ts'
import { loadReadings } from '../text/match.ts'
import { loadColumns } from './columns.ts'
import { openView } from './load.ts'
import { begin } from './patient.ts'
import { withView, writeViews } from './views.ts'

/** Narrows the rows read so far while the word is typed; leaving the prompt by Esc shows all again. */
export async function filterRows(desk: Desk): Promise<void> {
  begin(desk, async () => {
    await loadReadings()
    // the readings came while something was typed already
    if (desk.state.list.word !== '') desk.list({ type: 'word', word: desk.state.list.word })
  })
  const wordOf = (dialog: Dialog) => (dialog.kind === 'form' && dialog.fields[0] ? textOf(dialog.fields[0].input) : '')
  const prompt = form('', [{ name: 'word', label: '筛选', value: desk.state.list.word }])
  const answer = await desk.ask(prompt, (dialog) => desk.list({ type: 'word', word: wordOf(dialog) }))
  const word = answer?.word?.trim() ?? ''
  desk.set({ sought: word || desk.state.sought })
  if (word !== desk.state.list.word) desk.list({ type: 'word', word })
}

/** The next or previous row that has the last filter word. */
export function seek(desk: Desk, by: 1 | -1): void {
  const word = desk.state.list.word || desk.state.sought
  if (word === '') return desk.notice('还没有筛选文字，按 / 输入')
  desk.list({ type: 'seek', word, by })
}

type Answers = Readonly<Record<string, string>>

/** A field's text as the query holds it; a string in place of it says what is wrong. */
function fieldOf(desk: Desk, { name, label, time }: QueryField, text: string): Partial<Query> | string {
  if (name === 'column') {
    const found = desk.state.columns.find(({ path }) => path === text)
    return found ? { columnId: found.id, column: found.path } : `没有可用的栏目「${text}」，请输入名称或拼音首字母`
  }
  if (!time) return { [name]: text }
  const ms = parseMoment(text, desk.around.now(), time)
  return ms === null ? `${label}的时间无法识别，例如 2026-11-01、2026-11、7d、today` : { [name]: formatTime(ms) }
}

function queryFrom(desk: Desk, answers: Answers): Query | string {
  const { kind, view } = desk.state
  let query: Query = { status: view.query.status }
  for (const one of kind.queryFields) {
    const text = answers[one.name]?.trim() ?? ''
    const field = text === '' ? {} : fieldOf(desk, one, text)
    if (typeof field === 'string') return field
    query = { ...query, ...field }
  }
  return query
}

/** The form of conditions that the server searches by; it stays until it is right or left. */
export async function searchServer(desk: Desk): Promise<void> {
  const { kind, view } = desk.state
  const choices = () => desk.state.columns.map(({ path }) => path)
  begin(desk, async () => {
    const offers = kind.queryFields.some(({ name }) => name === 'column')
    await Promise.all([loadReadings(), offers && loadColumns(desk)])
    // the form is open by now, and something may be typed in it
    desk.set(({ dialog }) => ({ dialog: dialog && withChoices(dialog, 'column', choices()) }))
  })
  let values: Answers = view.query as never
  for (let wrong = ''; ; ) {
    const fields = kind.queryFields.map((field) => ({ ...field, value: values[field.name] ?? '' }))
    const blank = { ...form(`查询「${view.name}」，全部留空则不限`, fields), at: 0, wrong, optional: true as const }
    const answer = await desk.ask(withChoices(blank, 'column', choices()))
    if (!answer) return
    const query = queryFrom(desk, answer)
    if (typeof query !== 'string') return openView(desk, { ...view, query })
    values = answer
    wrong = query
  }
}

/** Chooses the order. */
export async function chooseSort(desk: Desk): Promise<void> {
  const { kind, view } = desk.state
  const options = kind.sorts.map(({ sort, label }, i) => ({
    value: String(i),
    label,
    ...(sameSort(sort, view.sort) && { more: '当前' }),
  }))
  const answer = await desk.ask(pick('排序', options))
  const chosen = kind.sorts[Number(answer?.pick ?? Number.NaN)]
  if (chosen) await openView(desk, { ...view, sort: chosen.sort })
}

/** Keeps the current conditions under a name, on the next free key. */
export async function saveView(desk: Desk): Promise<void> {
  const { kind, view, views } = desk.state
  const answer = await desk.ask(form('', [{ name: 'name', label: '视图名称' }]))
  const name = answer?.name?.trim()
  if (!name) return
  if (kind.views.some((one) => one.name === name)) return desk.notice(`「${name}」是固有的视图，请换一个名称`, true)
  const kept: View = { ...view, name }
  const next = withView(views, kept)
  await writeViews(desk.around.viewsFile, kind, next)
  desk.set({ views: next, view: kept })
  const key = next.indexOf(kept) + 1
  desk.notice(key <= 9 ? `已存为视图「${name}」，按 ${key} 打开` : `已存为视图「${name}」，在命令（:）中打开`)
}
