import { errorCodes } from '../../core/errors.ts'
import { type ActionName, type KeyLine, keys } from './keys.ts'
import {
  type Extra,
  type Item,
  type Kind,
  mayMove,
  moveFor,
  type Plan,
  type PlanName,
  planNames,
  stateRefuses,
} from './kinds/kind.ts'
import { type DeskState, home, layoutOf, previewFrom } from './state/desk.ts'
import { chosenRows, currentRow, idOf } from './state/list.ts'
import type { ArticleItem } from './state/rows.ts'
import { waitingElsewhere } from './work/queues.ts'
import { refusesWriting, writable } from './work/write.ts'

/** Null: nothing stands in the way. Else why the key does nothing; '' where that needs no words. */
type Hindrance = string | null

const unless = (fine: boolean, why = ''): Hindrance => (fine ? null : why)

const noRight = errorCodes.NO_PERMISSION.says
const tooNarrow = `预览要 ${previewFrom} 列以上的终端，按 Enter 看全文`

const some = (s: DeskState) => s.list.shown.length > 0
const may = (s: DeskState, ...rights: readonly string[]) =>
  s.can === null || rights.some((right) => s.can?.has(right) === true)
const wide = (s: DeskState) => unless(s.size.columns >= previewFrom, tooNarrow)
const unhappy = (s: DeskState) => s.run !== null && s.run.failed.length + s.run.left.length > 0

/** The keys scroll the text, not the list. */
export const reads = (s: DeskState): boolean => s.preview.focus || s.preview.full

/** Why a plan does nothing to a row; null when it does something. */
function refusedOf({ kind, can }: DeskState, plan: Plan, row: Item): Hindrance {
  const move = moveFor(kind, plan, row)
  return move ? unless(mayMove(kind, can, [move]), noRight) : stateRefuses(kind, plan, row)
}

type Fits = ReadonlyMap<Plan, number>
let counted: {
  readonly list: DeskState['list']
  readonly can: DeskState['can']
  readonly kind: Kind
  readonly fits: Fits
} | null = null

/** How many of the marked rows each plan does something to; kept while list and rights stay, because every key draws the footer. */
function fitsOf(s: DeskState): Fits {
  const { list, can, kind } = s
  if (counted?.list.marks === list.marks && counted.list.rows === list.rows && counted.can === can) {
    if (counted.kind === kind && counted.list.marks.size === list.marks.size) return counted.fits
  }
  const rows = chosenRows(list)
  const plans = [...Object.values(kind.plans), ...kind.morePlans, ...kind.handed]
  const fits = new Map(
    plans.map((plan) => [plan, rows.filter((row) => refusedOf(s, plan, row) === null).length] as const),
  )
  counted = { list, can, kind, fits }
  return fits
}

/** What is still being read may be of any state. */
const marksGrow = ({ list }: DeskState) => list.markAll && !list.whole

/** The first of the marked rows, else the current one: by its state a key means one move or another. */
function leadingRow({ list }: DeskState): Item | undefined {
  const { marks, rows } = list
  return (marks.size > 0 && rows.find((row) => marks.has(idOf(row)))) || currentRow(list)
}

/** What a key moves rows by, in the kind that the list shows and the state of what is chosen there. */
export function planFor(s: DeskState, name: ActionName): Plan | undefined {
  const { kind } = s
  if (!(planNames as readonly string[]).includes(name)) return undefined
  const row = kind.planAt && leadingRow(s)
  return (row && kind.planAt?.(name as PlanName, row.status)) ?? kind.plans[name as PlanName]
}

/** An act is offered where it does something to one of the marked rows, or to the current one. */
export function hinderedPlan(s: DeskState, plan: Plan | undefined): Hindrance {
  const { kind } = s
  if (!plan) return `${kind.noun}没有这一步`
  if (!mayMove(kind, s.can, plan.moves)) return noRight
  const { marks } = s.list
  if (marks.size > 0) {
    const fits = marksGrow(s) || (fitsOf(s).get(plan) ?? 0) > 0
    return unless(fits, `勾选的 ${marks.size} ${kind.unit}当前状态都不能${plan.says}`)
  }
  const row = currentRow(s.list)
  return row ? refusedOf(s, plan, row) : ''
}

/** 「2/3」: to how many of the marked rows an act does something, where that is not all of them; how much waits elsewhere; else nothing. */
export function fitting(s: DeskState, name: ActionName): string {
  if (name === 'piles') return waitingElsewhere(s) > 0 ? ` ${waitingElsewhere(s)}` : ''
  const { marks } = s.list
  const plan = planFor(s, name)
  if (marks.size === 0 || marksGrow(s) || !plan) return ''
  const fit = fitsOf(s).get(plan) ?? 0
  return fit === marks.size ? '' : ` ${fit}/${marks.size}`
}

/** Keys that only some kinds have. */
const extra = ({ kind }: DeskState, name: Extra): Hindrance =>
  unless(kind.extras.has(name), kind.area === home ? '' : `${kind.noun}在这里没有这个操作`)

/** Why the editor is not opened. */
function hinderedEdit(s: DeskState): Hindrance {
  const { kind } = s
  if (kind.writings.length === 0)
    return extra(s, 'edit') ?? unless(may(s, 'article_update'), noRight) ?? unless(some(s))
  const mine = writable(s)
  const row = currentRow(s.list)
  if (mine.length === 0) return noRight
  if (!row) return ''
  const why = mine.map((one) => refusesWriting(s, one, row))
  return why.includes(null) ? null : (why[0] ?? null)
}

/** Nothing is left that Esc would end, and the queue is not the one that one started with. */
const away = (s: DeskState) => s.kind.area !== home

/** What stands in an action's way; one that is not named here is always free. */
const hinders: Readonly<Partial<Record<ActionName, (s: DeskState) => Hindrance>>> = {
  open: (s) => unless(some(s) && !s.preview.full),
  pane: (s) =>
    s.preview.full ? '' : unless(layoutOf(s).previewWidth > 0, s.preview.on ? tooNarrow : '预览已收起，按 p 显示'),
  back: (s) => unless(reads(s) || s.list.anchor !== null || s.list.word !== '' || s.list.marks.size > 0 || away(s)),
  preview: wide,
  wider: (s) => unless(s.preview.on) ?? wide(s),
  narrower: (s) => unless(s.preview.on) ?? wide(s),
  browse: (s) => extra(s, 'browse') ?? unless(some(s)),
  history: (s) => unless(s.kind.history !== null, `${s.kind.noun}没有历史记录`) ?? unless(some(s)),
  compare: (s) =>
    extra(s, 'compare') ??
    unless(some(s)) ??
    unless((currentRow(s.list) as ArticleItem).review != null, '这篇文章没有待审的修订，按 l 看历史'),
  filter: (s) => unless(s.list.rows.length > 0),
  next: (s) => unless(some(s)),
  previous: (s) => unless(some(s)),
  mark: (s) => unless(some(s)),
  range: (s) => unless(some(s)),
  markPage: (s) => unless(some(s)),
  markAll: (s) => unless(some(s)),
  unmark: (s) => unless(s.list.marks.size > 0),
  ...Object.fromEntries(planNames.map((name) => [name, (s: DeskState) => hinderedPlan(s, planFor(s, name))])),
  compose: (s) => extra(s, 'compose') ?? unless(may(s, 'article_saveRole', 'article_saveAdmin'), noRight),
  edit: hinderedEdit,
  undo: (s) =>
    unless(s.run === null || s.run.over) ??
    unless(s.undo !== null, '没有可以撤销的操作') ??
    unless(s.undo?.inverse !== null, '这一步不能撤销'),
  retryNow: (s) => unless(s.lost !== null && s.lost.left > 0, s.lost === null ? '' : '正在重试……'),
  reload: (s) => unless(s.lost === null),
  pause: (s) => unless(s.run !== null && !s.run.over && !s.run.stopping),
  stop: (s) => unless(s.run !== null && !s.run.over),
  close: (s) => unless(s.run?.over === true),
  retry: (s) => unless(s.run?.over === true && unhappy(s)),
  write: (s) => unless(s.run?.over === true && unhappy(s)),
}

/** Why an action does nothing now; null when it does something. */
export const hindrance = (s: DeskState, name: ActionName): Hindrance => hinders[name]?.(s) ?? null

/** Whether an action does something now. */
export const worksNow = (s: DeskState, name: ActionName): boolean => hindrance(s, name) === null

/** True for an action that the footer has a word for and that does something now. */
export const showsInFooter = (s: DeskState, name: ActionName): boolean =>
  (keys[name] as KeyLine).foot !== undefined && worksNow(s, name) && (name !== 'undo' || s.undo?.inverse != null)
