import type { Desk } from './desk.ts'
import { fitting, hinderedPlan, hindrance, planFor, reads, showsInFooter, worksNow } from './hinders.ts'
import { type ActionName, actionsFor, actionsOf, isKey, type KeyLine, keys, pressNames } from './keys.ts'
import { type PlanName, planNames } from './kinds/kind.ts'
import { isText } from './press.ts'
import { type DeskState, dialogIn, home, type Notice } from './state/desk.ts'
import { type Option, pick, question } from './state/dialogs.ts'
import { currentRow } from './state/list.ts'
import { lastScroll } from './text/read.ts'
import { act, retryFailed } from './work/act.ts'
import { browse } from './work/browser.ts'
import { compose, editCurrent } from './work/compose.ts'
import { writeFailed } from './work/failed-file.ts'
import { chooseSort, filterRows, saveView, searchServer, seek } from './work/find.ts'
import { showChanges, showHistory } from './work/history.ts'
import { openView, readAll, reload, toLast } from './work/load.ts'
import { begin } from './work/patient.ts'
import { goHome, showPiles, waitingElsewhere } from './work/queues.ts'
import { suspend } from './work/suspend.ts'
import { undo } from './work/undo.ts'
import { textsFor, writeText } from './work/write.ts'

/** A held key must not pass one row after the other. */
const holdMs = 300

/** The part of the key table that is in force. */
export const placeOf = (s: DeskState): 'list' | 'run' => (s.run && !s.login && !s.dialog ? 'run' : 'list')

/** What is done all day stands first in the footer: narrow terminals drop the rest. */
const rank: readonly KeyLine['group'][] = ['批量处理中', '处理', '勾选', '查找', '查看', '其他']

/** Esc leads back to articles: nothing else is left that it would end. */
const leadsHome = (s: DeskState): boolean =>
  s.kind.area !== home && !reads(s) && s.list.word === '' && s.list.anchor === null && s.list.marks.size === 0

/** What is to be seen before anything is decided: what there is to compare, what waits elsewhere, and in another queue the way back. */
const before: Readonly<Partial<Record<ActionName, (s: DeskState) => boolean>>> = {
  compare: () => true,
  piles: (s) => s.kind.area === home && waitingElsewhere(s) > 0,
  back: leadsHome,
}

/** Out of a text that fills the screen the way back comes first. */
const rankOf = (s: DeskState, name: ActionName) => {
  if ((name === 'back' && reads(s)) || name === 'retryNow') return -1
  return before[name]?.(s) ? 0 : rank.indexOf(keys[name].group)
}

/** A key's word in the footer: what its move is called in the kind that the list shows. */
function footWord(s: DeskState, name: ActionName): string {
  const row = name === 'edit' && s.kind.writings.length > 0 ? currentRow(s.list) : undefined
  const [text, ...others] = row ? textsFor(s, row) : []
  if (name === 'back' && leadsHome(s)) return '回文章'
  if (text) return `写${text.long.title}${others.length > 0 ? '等' : ''}`
  return planFor(s, name)?.says ?? (keys[name] as KeyLine).foot ?? ''
}

/** What a key does, in a line. */
const tellsOf = (s: DeskState, name: ActionName): string => planFor(s, name)?.tells ?? keys[name].says

/** What the footer shows: the actions with a word in it that do something now. A dialog tells its own keys. */
export const footerOf = (s: DeskState): readonly (readonly [press: string, says: string])[] =>
  actionsOf(placeOf(s))
    .filter((name) => dialogIn(s) === null && showsInFooter(s, name))
    .sort((a, b) => rankOf(s, a) - rankOf(s, b))
    .map((name) => [pressNames(name).split(' ')[0] ?? '', `${footWord(s, name)}${fitting(s, name)}`])

function scroll(desk: Desk, by: number): void {
  const { state } = desk
  if (placeOf(state) === 'run') return desk.run({ type: 'scroll', by })
  if (!reads(state)) return desk.list({ type: 'move', by })
  const last = lastScroll(state)
  const to = Math.min(state.preview.scroll, last) + by
  desk.set({ preview: { ...state.preview, scroll: Math.max(0, Math.min(to, last)) } })
}

const pageOf = ({ state }: Desk) => Math.max(1, state.list.height - 1)

/** Out of a queue it is asked first: who pressed Esc once too often would else press the next key among articles. */
async function askHome(desk: Desk): Promise<void> {
  if (await desk.ask(question(`离开${desk.state.kind.noun}，回到文章吗？`))) await goHome(desk)
}

function back(desk: Desk): void {
  const { preview, list } = desk.state
  if (leadsHome(desk.state)) begin(desk, () => askHome(desk))
  else if (reads(desk.state)) desk.set({ preview: { ...preview, focus: false, full: false, scroll: 0 } })
  else if (list.word !== '') desk.list({ type: 'word', word: '' })
  else desk.list({ type: 'unmark' })
}

function widen(desk: Desk, by: number): void {
  const { preview } = desk.state
  desk.set({ preview: { ...preview, wider: Math.max(-60, Math.min(60, preview.wider + by)) } })
}

async function quit(desk: Desk): Promise<void> {
  const { run } = desk.state
  const busy = run !== null && !run.over
  if (busy && !(await desk.ask(question(`还有 ${run.left.length} 项没有处理，确认退出吗？`)))) return
  desk.leave(0)
}

/** What a kind has beside the keys: moves without one, and what a command does. */
function ownOptions(s: DeskState): readonly Option[] {
  const { kind, can } = s
  const plans = kind.morePlans.map((plan, i) => ({ plan, value: `plan ${i}`, label: plan.tells ?? plan.says }))
  const handed = kind.handed.map((plan, i) => ({
    ...{ plan, value: `hand ${i}`, label: plan.tells ?? plan.says },
    more: plan.handing?.command ?? '',
  }))
  const commands = kind.commands.map((one, i) => ({
    ...one,
    value: `command ${i}`,
    label: one.says,
    more: one.command,
  }))
  const keyed = planNames.flatMap((name) => planFor(s, name) ?? [])
  return [
    ...plans.filter(({ plan }) => hinderedPlan(s, plan) === null && !keyed.includes(plan)),
    ...handed.filter(({ plan }) => hinderedPlan(s, plan) === null && !keyed.includes(plan)),
    ...commands.filter(({ right }) => can === null || right === '' || can.has(right)),
  ]
}

const commandMs = 60_000

/** What needs more than a reason or a text is said as a command. */
function tellCommand(desk: Desk, index: number): void {
  const { kind } = desk.state
  const found = kind.commands[index]
  if (!found) return
  const { ofRow, listed } = found
  const id = ofRow === null ? '' : ` ${ofRow} ${desk.currentId() ?? '编号'}`.replace('  ', ' ')
  const hint = listed ? `编号用 ${listed} 查看，` : ''
  desk.notice(`「${found.says}」用命令：${found.command}${id}（${hint}--help 查看选项）`, false, commandMs)
}

/** Every action by name: what the palette offers. */
async function palette(desk: Desk): Promise<void> {
  const { state } = desk
  const views = state.views.map((view, i) => ({ value: `view ${i}`, label: `视图：${view.name}` }))
  const skipped: readonly ActionName[] = ['palette', 'abort', 'view', 'up', 'down']
  const actions = actionsOf('list')
    .filter((name) => !skipped.includes(name) && worksNow(state, name))
    .map((name) => ({ value: name, label: tellsOf(state, name), more: pressNames(name) }))
  const answer = await desk.ask(pick('命令', [...views, ...actions, ...ownOptions(state)]))
  if (!answer?.pick) return
  const [name, index] = answer.pick.split(' ')
  const { kind, views: now } = desk.state
  const [view, plan] = [now[Number(index)], kind.morePlans[Number(index)]]
  if (name === 'view') return view && openView(desk, view)
  if (name === 'plan') return plan && act(desk, plan)
  if (name === 'hand') {
    const handed = kind.handed[Number(index)]
    return handed && act(desk, handed)
  }
  if (name === 'command') return tellCommand(desk, Number(index))
  handlers[name as ActionName](desk, '')
}

const doing =
  (work: (desk: Desk) => Promise<void>) =>
  (desk: Desk): void =>
    begin(desk, () => work(desk))

const acting = (name: PlanName) =>
  doing(async (desk) => {
    const plan = planFor(desk.state, name)
    if (plan) await act(desk, plan)
  })

/** A key that moves nothing in this kind says so in the help too. */
const helpOf = (s: DeskState, name: PlanName) => (planFor(s, name) ? tellsOf(s, name) : `（${s.kind.noun}没有这一步）`)

/** The handler of every action of the key table: one that lacks it does not compile. */
export const handlers: Readonly<Record<ActionName, (desk: Desk, press: string) => void>> = {
  up: (desk) => scroll(desk, -1),
  down: (desk) => scroll(desk, 1),
  pageUp: (desk) => scroll(desk, -pageOf(desk)),
  pageDown: (desk) => scroll(desk, pageOf(desk)),
  first: (desk) => (reads(desk.state) ? scroll(desk, -1e9) : desk.list({ type: 'to', index: 0 })),
  last: (desk) => (reads(desk.state) ? scroll(desk, 1e6) : begin(desk, () => toLast(desk))),
  open: (desk) => desk.set({ preview: { ...desk.state.preview, full: true, scroll: 0 } }),
  pane: (desk) => desk.set({ preview: { ...desk.state.preview, focus: !desk.state.preview.focus } }),
  back,
  preview: (desk) => desk.set({ preview: { ...desk.state.preview, on: !desk.state.preview.on, focus: false } }),
  wider: (desk) => widen(desk, 4),
  narrower: (desk) => widen(desk, -4),
  browse: doing(browse),
  history: doing(showHistory),
  compare: doing(showChanges),
  piles: doing(showPiles),
  filter: doing(filterRows),
  next: (desk) => seek(desk, 1),
  previous: (desk) => seek(desk, -1),
  search: doing(searchServer),
  sort: doing(chooseSort),
  saveView: doing(saveView),
  view: (desk, press) => {
    const view = desk.state.views[Number(press) - 1]
    if (view) begin(desk, () => openView(desk, view))
    else desk.notice(`没有第 ${press} 个视图，按 S 可把当前条件存为视图`)
  },
  mark: (desk) => desk.list({ type: 'mark' }),
  range: (desk) => desk.list({ type: 'range' }),
  markPage: (desk) => desk.list({ type: 'markPage' }),
  markAll: (desk) => {
    desk.list({ type: 'markAll' })
    begin(desk, () => readAll(desk))
  },
  unmark: (desk) => desk.list({ type: 'unmark' }),
  pass: acting('pass'),
  reject: acting('reject'),
  takeDown: acting('takeDown'),
  remove: acting('remove'),
  submit: acting('submit'),
  compose: doing(compose),
  edit: doing((desk) => (desk.state.kind.writings.length > 0 ? writeText(desk) : editCurrent(desk))),
  undo: doing(undo),
  pause: (desk) => desk.run({ type: 'pause', now: desk.around.now() }),
  stop: (desk) => desk.run({ type: 'stop' }),
  close: (desk) => desk.set({ run: null }),
  retry: doing(retryFailed),
  write: doing(writeFailed),
  palette: doing(palette),
  retryNow: (desk) => desk.under.wait?.end(),
  reload: (desk) => {
    desk.repaint()
    begin(desk, () => reload(desk))
  },
  help: doing(async (desk) => {
    const says = Object.fromEntries(planNames.map((name) => [name, helpOf(desk.state, name)]))
    await desk.ask({ kind: 'help', scroll: 0, says })
  }),
  quit: doing(quit),
  suspend: doing(suspend),
  abort: (desk) => desk.leave(130),
}

const guarded: ReadonlySet<ActionName> = new Set(planNames)

/** Says why a press does nothing, where that isn't plain to see. @returns what it said */
function excuse(desk: Desk, press: string): Notice | null {
  const { state } = desk
  const why = actionsFor(press, placeOf(state)).map((name) => {
    const hindered = hindrance(state, name)
    const foot = footWord(state, name)
    return hindered && foot ? `${foot}：${hindered}` : hindered
  })
  if (!isKey(press) && isText(press)) why.push(`「${press}」不是按键，按 ? 查看全部按键`)
  const said = why.find(Boolean)
  if (!said) return null
  desk.notice(said, true)
  return desk.state.notice
}

/** Finds what a press means now and does it. */
export function listener(desk: Desk): (press: string) => void {
  let last = { name: '', at: 0, press: 0 }
  let excused: Notice | null = null
  return (press) => {
    const { state } = desk
    const name = actionsFor(press, placeOf(state)).find((one) => worksNow(state, one))
    if (!name) {
      excused = excuse(desk, press)
      return
    }
    // it was about a key that is past; other remarks stay their time
    if (excused && excused === state.notice) desk.set({ notice: null })
    const at = performance.now()
    // repeats of a held key follow each other with nothing between
    const held = guarded.has(name) && last.name === name && last.press === desk.presses - 1 && at - last.at < holdMs
    last = { name, at, press: desk.presses }
    if (!held) handlers[name](desk, press)
  }
}
