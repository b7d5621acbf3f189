import { errorCodes } from '../../core/errors.ts'
import type { Article } from '../areas/article-rows.ts'
import { type ActionName, type KeyLine, keys } from './keys.ts'
import { type DeskState, layoutOf, previewFrom } from './state/desk.ts'
import { chosenRows, currentRow } from './state/list.ts'
import { mayMove, moveFor, type PlanName, plans, stateRefuses } from './work/plans.ts'

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

/** Why a plan does nothing to an article; null when it does something. */
function refusedOf(s: DeskState, name: PlanName, row: Article): Hindrance {
  const move = moveFor(plans[name], row)
  return move ? unless(mayMove(s.can, [move]), noRight) : stateRefuses(plans[name], row)
}

type Fits = Readonly<Record<PlanName, number>>
let counted: { readonly list: DeskState['list']; readonly can: DeskState['can']; readonly fits: Fits } | null = null

/** How many of the marked articles each plan does something to; kept while list and rights stay, because every key draws the footer. */
function fitsOf(s: DeskState): Fits {
  const { list, can } = s
  if (counted?.list.marks === list.marks && counted.list.rows === list.rows && counted.can === can) {
    if (counted.list.marks.size === list.marks.size) return counted.fits
  }
  const rows = chosenRows(list)
  const names = Object.keys(plans) as PlanName[]
  const fits = Object.fromEntries(
    names.map((name) => [name, rows.filter((row) => refusedOf(s, name, row) === null).length]),
  ) as Fits
  counted = { list, can, fits }
  return fits
}

/** What is still being read may be of any state. */
const marksGrow = ({ list }: DeskState) => list.markAll && !list.whole

/** An act is offered where it does something to one of the marked articles, or to the current one. */
function hinderedBy(s: DeskState, name: PlanName): Hindrance {
  if (!mayMove(s.can, plans[name].moves)) return noRight
  const { marks } = s.list
  if (marks.size > 0)
    return unless(marksGrow(s) || fitsOf(s)[name] > 0, `勾选的 ${marks.size} 篇当前状态都不能${plans[name].says}`)
  const row = currentRow(s.list)
  return row ? refusedOf(s, name, row) : ''
}

/** 「2/3」: to how many of the marked articles an act does something, where that is not all of them; else nothing. */
export function fitting(s: DeskState, name: ActionName): string {
  const { marks } = s.list
  if (marks.size === 0 || marksGrow(s) || !Object.hasOwn(plans, name)) return ''
  const fit = fitsOf(s)[name as PlanName]
  return fit === marks.size ? '' : ` ${fit}/${marks.size}`
}

/** What stands in an action's way; one that is not named here is always free. */
const hinders: Readonly<Partial<Record<ActionName, (s: DeskState) => Hindrance>>> = {
  open: (s) => unless(some(s) && !s.preview.full),
  pane: (s) =>
    s.preview.full ? '' : unless(layoutOf(s).previewWidth > 0, s.preview.on ? tooNarrow : '预览已收起，按 p 显示'),
  back: (s) => unless(reads(s) || s.list.anchor !== null || s.list.word !== '' || s.list.marks.size > 0),
  preview: wide,
  wider: (s) => unless(s.preview.on) ?? wide(s),
  narrower: (s) => unless(s.preview.on) ?? wide(s),
  browse: (s) => unless(some(s)),
  history: (s) => unless(some(s)),
  compare: (s) => unless(some(s)) ?? unless(currentRow(s.list)?.review != null, '这篇文章没有待审的修订，按 l 看历史'),
  filter: (s) => unless(s.list.rows.length > 0),
  next: (s) => unless(some(s)),
  previous: (s) => unless(some(s)),
  mark: (s) => unless(some(s)),
  range: (s) => unless(some(s)),
  markPage: (s) => unless(some(s)),
  markAll: (s) => unless(some(s)),
  unmark: (s) => unless(s.list.marks.size > 0),
  pass: (s) => hinderedBy(s, 'pass'),
  reject: (s) => hinderedBy(s, 'reject'),
  takeDown: (s) => hinderedBy(s, 'takeDown'),
  remove: (s) => hinderedBy(s, 'remove'),
  submit: (s) => hinderedBy(s, 'submit'),
  compose: (s) => unless(may(s, 'article_saveRole', 'article_saveAdmin'), noRight),
  edit: (s) => unless(may(s, 'article_update'), noRight) ?? unless(some(s)),
  undo: (s) => unless(s.run === null || s.run.over) ?? unless(s.undo !== null, '没有可以撤销的操作'),
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
