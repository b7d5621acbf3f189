import { wrap } from '../../output/width.ts'
import type { Done, Item, Kind } from '../kinds/kind.ts'
import { failuresHeight } from '../text/failures.ts'
import { covers, type Dialog, inputIn, remaining } from './dialogs.ts'
import { emptyList, type ListState } from './list.ts'
import type { RunState } from './run.ts'
import type { Counts, View } from './views.ts'

/** A column that the person's roles allow. */
export interface OwnColumn {
  readonly id: string
  /** Its name with the names above it. */
  readonly path: string
}

/** A remark that goes by itself. */
export interface Notice {
  readonly text: string
  readonly bad: boolean
}

/** What can be taken back, or why it can't. */
export interface Undo extends Done {
  readonly kind: Kind
  readonly became: string
  /** What was done, as the line under the list tells it. */
  readonly text: string
  readonly ids: readonly string[]
  readonly names: ReadonlyMap<string, string>
  /** From then on the server refuses it; null: it never does. */
  readonly until: number | null
}

/** A stage of work at which something waits for the person. */
export interface Pile {
  readonly pile: string
  readonly area: string
  readonly noun: string
  readonly title: string
  readonly unit: string
  readonly count: number
  /** Those in no other pile; a server of before does not tell. */
  readonly apart?: number
  readonly oldest: string | null
  readonly search: Readonly<Record<string, string>>
}

/** All that the screen shows, at one moment. */
export interface DeskState {
  readonly size: { readonly columns: number; readonly rows: number }
  readonly profile: string
  readonly server: string
  readonly user: string
  /** Permission keys held; null before they are known. */
  readonly can: ReadonlySet<string> | null
  /** The columns that the person may use. */
  readonly columns: readonly OwnColumn[]
  /** What waits, over all kinds; null before it is known, or where nobody tells. */
  readonly piles: readonly Pile[] | null
  /** The kind of rows that the list shows. */
  readonly kind: Kind
  readonly views: readonly View[]
  readonly view: View
  readonly list: ListState
  /** What the server has by now that the list does not show: more rows in all (or fewer), and new ones among them. */
  readonly fresh: { readonly more: number; readonly count: number } | null
  /** How many rows each state has; null where the server doesn't tell. */
  readonly counts: Counts | null
  readonly loading: 'none' | 'first' | 'more' | 'again'
  readonly preview: {
    readonly on: boolean
    /** Cells more or less than usual. */
    readonly wider: number
    /** Keys scroll the text; over the whole width when there is no room beside the list. */
    readonly focus: boolean
    readonly full: boolean
    readonly scroll: number
    readonly read: Item | null
  }
  readonly run: RunState | null
  readonly dialog: Dialog | null
  /** Asks for the password; outranks everything. */
  readonly login: Dialog | null
  readonly notice: Notice | null
  /** Why the server can't be reached, while it can't, and seconds until the next try; 0: it is being tried. */
  readonly lost: { readonly why: string; readonly left: number } | null
  readonly undo: Undo | null
  /** The last filter word, for n and N. */
  readonly sought: string
}

/** The state before anything is read. */
export const newDesk = (size: DeskState['size'], profile: string, server: string, kind: Kind): DeskState => ({
  size,
  profile,
  server,
  user: '',
  can: null,
  columns: [],
  piles: null,
  kind,
  views: kind.views,
  view: kind.views[0] as View,
  list: { ...emptyList, textOf: (row) => kind.textOf(row) },
  fresh: null,
  counts: null,
  loading: 'first',
  preview: { on: true, wider: 0, focus: false, full: false, scroll: 0, read: null },
  run: null,
  dialog: null,
  login: null,
  notice: null,
  lost: null,
  undo: null,
  sought: '',
})

/** The kind with which one starts, and to which the way leads back. */
export const home = 'article'
/** The queue that one is in; empty for the one with which everybody starts. */
export const queueName = ({ kind }: DeskState): string => (kind.area === home ? '' : kind.noun)

/** What was done last with the key that takes it back: it stays until the next act, because a remark that goes by itself is missed. */
export const undoText = ({ undo }: DeskState): string => (undo?.inverse ? `${undo.text} · z 撤销` : '')

/** The smallest terminal that the list fits in. */
export const least = { columns: 60, rows: 12 }
/** From here on the preview stands beside the list. */
export const previewFrom = 100
const listLeast = 48

/** Where everything stands, in cells and lines. */
export interface Layout {
  readonly tooSmall: boolean
  readonly listWidth: number
  /** 0: not shown. */
  readonly previewWidth: number
  /** Lines between the bar of views and the panel; 0 under a text that covers the list. */
  readonly body: number
  readonly panel: number
}

const runLines = (run: RunState, room: number, columns: number) =>
  run.failed.length > 0 ? 3 + failuresHeight(run, columns, Math.max(3, Math.floor(room / 2))) : 2

function dialogLines(dialog: Dialog, room: number, columns: number): number {
  if (covers(dialog)) return room
  if (dialog.kind === 'question') return wrap(dialog.text, columns - 2).length + (dialog.typed === null ? 1 : 2)
  if (dialog.kind === 'form') return dialog.fields.length + 2
  const lines = remaining(dialog).length + 3
  return Math.min(lines, Math.max(4, room - 4))
}

/** What the panel above the footer shows: the sign-in before a question before a run. */
export const panelOf = (s: DeskState): Dialog | RunState | null => s.login ?? s.dialog ?? s.run

const saidMax = 6

/** A lost server in words; the key stands in the footer and here, because nothing else can be done. */
export const lostText = ({ why, left }: NonNullable<DeskState['lost']>): string =>
  `连不上服务器：${why}，${left > 0 ? `${left} 秒后再试 · R 立即重试` : '正在重试……'}`

/** What must be read now, in lines: a lost server before a notice; neither loses its end, where an address or a file may stand. */
export function saidLines({ lost, notice, size }: DeskState): readonly string[] {
  const text = lost !== null ? lostText(lost) : notice?.text
  return text === undefined
    ? []
    : wrap(text, Math.max(1, size.columns - 2)).slice(0, Math.min(saidMax, Math.floor(size.rows / 3)))
}

/** Lines above the body: who and where, and the bar of views. */
export const headLines = 2

/** The layout of a state: header, views, body, panel, notice, footer. */
export function layoutOf(s: DeskState): Layout {
  const { columns, rows } = s.size
  const tooSmall = columns < least.columns || rows < least.rows
  const room = rows - headLines - 1 - Math.max(1, saidLines(s).length)
  const open = panelOf(s)
  const wanted = open === null ? 0 : 'kind' in open ? dialogLines(open, room, columns) : runLines(open, room, columns)
  const whole = open !== null && 'kind' in open && covers(open)
  const panel = Math.min(wanted, whole ? room : room - 1)
  const body = room - panel
  const { on, wider, full } = s.preview
  if (full) return { tooSmall, listWidth: 0, previewWidth: columns, body, panel }
  const beside = on && columns >= previewFrom
  const usual = Math.floor(columns * (columns >= 140 ? 0.45 : 0.4))
  const previewWidth = beside ? Math.max(24, Math.min(usual + wider, columns - listLeast)) : 0
  return { tooSmall, listWidth: columns - previewWidth, previewWidth, body, panel }
}

/** The dialog that takes what is typed. */
export const dialogIn = (s: DeskState): Dialog | null => s.login ?? s.dialog

/** True while a line is being typed: the real cursor stands in it. */
export const typing = (s: DeskState): boolean => {
  const dialog = dialogIn(s)
  return dialog !== null && inputIn(dialog) !== null
}
