import type { Backend } from './backend.ts'
import { articleKind } from './kinds/article.ts'
import type { Kind } from './kinds/kind.ts'
import { scrolledIn } from './parts/draw-dialog.ts'
import { type DeskState, dialogIn, layoutOf, newDesk } from './state/desk.ts'
import { type Answer, covers, type Dialog, pasteInto, pressDialog } from './state/dialogs.ts'
import { idOf, type ListEvent, list } from './state/list.ts'
import { type RunEvent, run } from './state/run.ts'
import type { View } from './state/views.ts'

/** What the desk is given of the world around it. */
export interface Surroundings {
  readonly backend: Backend
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Where saved views are kept. */
  readonly viewsFile: string
  readonly now: () => number
  /** Does something again and again; the answer stops it. */
  readonly every: (ms: number, work: () => void) => () => void
  readonly size: DeskState['size']
  /** Stops the program until the shell lets it go on; false where nothing can stop it. */
  readonly stop: () => Promise<boolean>
  /** The program is to end, whatever has the terminal. */
  readonly signal?: AbortSignal
  /** Ends the program with an exit code. */
  readonly leave: (code: number) => void
}

/** A text in a file of its own, until it is saved. */
export interface Draft {
  readonly folder: string
  readonly file: string
  /** What it began with. */
  readonly text: string
  /** What can be typed to go on with the file. */
  readonly command: (file: string) => string
}

/** Work under way, which no picture shows. */
interface UnderWay {
  /** Counts changes of view and reloads: an answer for an older one is thrown away. */
  turn: number
  reading: Promise<void> | null
  /** The sign-in that calls wait for. */
  asking: Promise<void> | null
  /** Does some of the last run's rows again. */
  again: ((ids: readonly string[]) => Promise<void>) | null
  /** The wait for a lost server, which all its calls share, and how to end it now. */
  wait: { readonly end: () => void } | null
  /** The text that is in the editor, or on its way from there. */
  draft: Draft | null
  /** How long the next one takes. */
  waitMs: number
  /** The kinds whose queues were opened, by their areas. */
  readonly kinds: Map<string, Kind>
  /** The view in which each was left. */
  readonly left: Map<Kind, View>
}

type Change = Partial<DeskState> | ((s: DeskState) => Partial<DeskState>)

/** Presses that no dialog takes for itself. */
const anywhere = new Set(['ctrl+c', 'ctrl+z'])

/** The first wait for a lost server. */
export const firstWait = 1000

const noticeMs = { good: 3000, bad: 8000 }

/** A row has changed whose text stands beside the list as it was: it is read anew, and what is decided next is about that. */
const outdates = (event: ListEvent, { preview: { read } }: DeskState): boolean =>
  read !== null && event.type === 'patch' && event.rows.some((row) => idOf(row) === idOf(read))

/**
 * The state of the screen and the one way to change it. Keys change the state at once, so that what is typed ahead
 * meets the dialog that the key before has opened.
 */
export class Desk {
  readonly around: Surroundings
  state: DeskState
  closed = false
  /** How many presses there were, and when the last was. */
  presses = 0
  pressedAt: number
  /** How many of them no dialog has taken. */
  acts = 0
  readonly under: UnderWay = {
    turn: 0,
    reading: null,
    asking: null,
    again: null,
    wait: null,
    draft: null,
    waitMs: firstWait,
    kinds: new Map(),
    left: new Map(),
  }
  /** Hands the terminal to another program and takes it back; the screen sets it. */
  suspend: (work: () => Promise<void>) => Promise<void> = (work) => work()
  /** True while another program has the terminal: nothing is drawn then. */
  away = false
  /** Told when the terminal is back, perhaps in another size; the screen sets it. */
  onBack: () => void = () => undefined
  /** Draws everything anew, over what other programs wrote on the screen; the screen sets it. */
  repaint: () => void = () => undefined
  /** Told when the current row or the window has changed. */
  onMove: () => void = () => undefined
  /** Told of every press that no dialog takes. */
  onPress: (press: string) => void = () => undefined
  private readonly listeners = new Set<() => void>()
  private answer: ((answer: Answer) => void) | null = null
  private answerLogin: ((answer: Answer) => void) | null = null
  private watch: ((dialog: Dialog) => void) | null = null
  private noticeTimer: NodeJS.Timeout | undefined

  constructor(around: Surroundings) {
    this.around = around
    this.pressedAt = around.now()
    const { size, backend } = around
    const kind = articleKind(backend.article)
    this.under.kinds.set(kind.area, kind)
    this.state = newDesk(size, backend.profile, backend.server, kind)
    this.set({})
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly snapshot = (): DeskState => this.state

  /** Changes the state; the list's window follows the layout. */
  set(change: Change): void {
    const before = this.state
    const next = { ...before, ...(typeof change === 'function' ? change(before) : change) }
    const { body } = layoutOf(next)
    // one line of the body is the list's heading; a list that is covered stays as it was
    const height = body === 0 ? next.list.height : Math.max(1, body - 1)
    const rows = list(next.list, { type: 'height', height })
    this.state = rows === next.list ? next : { ...next, list: rows }
    for (const listener of this.listeners) listener()
    const row = (s: DeskState) => s.list.shown[s.list.cursor]
    if (row(before) !== row(this.state) || before.list.top !== rows.top || before.preview !== this.state.preview)
      this.onMove()
  }

  list(event: ListEvent): void {
    this.set((s) => ({
      list: list(s.list, event),
      ...(outdates(event, s) && { preview: { ...s.preview, read: null } }),
    }))
  }

  run(event: RunEvent): void {
    this.set((s) => (s.run ? { run: run(s.run, event) } : {}))
  }

  /** Lets another program use the terminal for as long as some work takes. */
  async handOver(work: () => Promise<void>): Promise<void> {
    this.away = true
    try {
      await this.suspend(work)
    } finally {
      this.away = false
      this.onBack()
    }
  }

  /** A remark above the footer: 3 s, failures 8 s. */
  notice(text: string, bad = false, ms: number = bad ? noticeMs.bad : noticeMs.good): void {
    clearTimeout(this.noticeTimer)
    this.set({ notice: { text, bad } })
    this.noticeTimer = setTimeout(() => this.set({ notice: null }), ms)
    this.noticeTimer.unref()
  }

  /** Asks; resolves with the answer, null when the person left. `watch` sees the dialog while it is typed in. */
  ask(dialog: Dialog, watch?: (dialog: Dialog) => void): Promise<Answer> {
    this.answer?.(null)
    this.watch = watch ?? null
    this.set({ dialog })
    // where terminal and Ink take a sign for differently wide, letters of the list would stay between the lines
    if (covers(dialog)) this.repaint()
    return new Promise((resolve) => {
      this.answer = resolve
    })
  }

  /** Asks for the password, over everything else. */
  askLogin(login: Dialog): Promise<Answer> {
    this.set({ login })
    return new Promise((resolve) => {
      this.answerLogin = resolve
    })
  }

  /** One press: the dialog on top takes it, else the key table. */
  press(press: string): void {
    this.presses += 1
    this.pressedAt = this.around.now()
    const dialog = dialogIn(this.state)
    if (!dialog || anywhere.has(press)) {
      this.acts += 1
      return this.onPress(press)
    }
    const { panel } = layoutOf(this.state)
    const shown = scrolledIn(dialog, this.state.size.columns, panel)
    // the last line of a page is the first of the next
    const pressed = pressDialog(shown, press, Math.max(1, panel - 3))
    if ('dialog' in pressed) this.change(pressed.dialog)
    else this.close(pressed.answer)
  }

  paste(text: string): void {
    const dialog = dialogIn(this.state)
    if (dialog) this.change(pasteInto(dialog, text))
  }

  private change(dialog: Dialog): void {
    if (this.state.login) return this.set({ login: dialog })
    this.set({ dialog })
    this.watch?.(dialog)
  }

  private close(answer: Answer): void {
    const covered = this.state.dialog !== null && covers(this.state.dialog)
    const tell = this.state.login ? this.answerLogin : this.answer
    if (this.state.login) {
      this.answerLogin = null
      this.set({ login: null })
    } else {
      this.answer = null
      this.watch = null
      this.set({ dialog: null })
      if (covered) this.repaint()
    }
    tell?.(answer)
  }

  /** Ids of the current row. */
  currentId(): string | null {
    const { shown, cursor } = this.state.list
    const row = shown[cursor]
    return row ? idOf(row) : null
  }

  leave(code: number): void {
    this.closed = true
    clearTimeout(this.noticeTimer)
    this.around.leave(code)
  }
}
