import { type AreaName, areas, statesOf } from '../../../core/contract/areas.ts'
import type { Area } from '../../../core/contract/endpoint.ts'
import { movesOf, type States } from '../../../core/domain/states.ts'
import { parseTime } from '../../../core/domain/time.ts'
import { ApiError } from '../../../core/errors.ts'
import { columnsOf } from '../../output/columns.ts'
import { cells, fitTo } from '../../output/width.ts'
import type { Desk } from '../desk.ts'
import type { Kind } from '../kinds/kind.ts'
import { home, type Pile } from '../state/desk.ts'
import { type Option, pick, withOptions } from '../state/dialogs.ts'
import type { View } from '../state/views.ts'
import { waitedText } from '../text/time.ts'
import { loadCounts } from './counts.ts'
import { openView } from './load.ts'
import { begin, patient } from './patient.ts'
import { readViews } from './views.ts'

/** Reads what waits for the person, over all kinds; a back end that doesn't know the call tells nothing. */
export async function loadPiles(desk: Desk): Promise<void> {
  try {
    const { piles } = await patient(desk, () => desk.around.backend.inbox.count())
    desk.set({ piles: piles as unknown as readonly Pile[] })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** The areas whose rows go through states, and that the person may see. */
const queuesFor = ({ can }: Desk['state']): AreaName[] =>
  (Object.keys(areas) as AreaName[]).filter((name) => areas[name].states && (can === null || can.has(`${name}_list`)))

/** What has no table of moves has none here either: its piles are looked at, and worked off by commands. */
function stateless(area: AreaName, { list }: Area, pile: Pile | undefined): States {
  const words = (list && columnsOf(list.output).find((one) => one.title === '状态')?.words) ?? {}
  const named = { area, noun: pile?.noun ?? areas[area].says, unit: pile?.unit ?? '条' }
  return movesOf<number, string>({ ...named, words, looks: {}, moves: {} })
}

async function makeKind(desk: Desk, area: AreaName): Promise<Kind> {
  const { backend } = desk.around
  // with it the contract's readers: most sessions are about articles alone
  const [{ madeKind }, { lentTo }, source] = await Promise.all([
    import('../kinds/made.ts'),
    import('../kinds/lent.ts'),
    backend.area(area),
  ])
  const piles = (desk.state.piles ?? []).filter((pile) => pile.area === area)
  const states = statesOf(source.contract) ?? stateless(area, source.contract, piles[0])
  const stated = (search: Pile['search']) => Object.keys(search).length === 1 && (search.status ?? search.state)
  const queued = new Set(piles.flatMap(({ search }) => stated(search) || []).map(Number))
  const load = async (name: string) => (Object.hasOwn(areas, name) ? backend.area(name as AreaName) : null)
  return madeKind({
    area,
    ...source,
    ...{ states, queued, lent: await lentTo(area, states, load) },
  })
}

/** The kind of an area's rows; made once. */
export async function kindOf(desk: Desk, area: AreaName): Promise<Kind> {
  const known = desk.under.kinds.get(area)
  if (known) return known
  const kind = await makeKind(desk, area)
  desk.under.kinds.set(area, kind)
  return kind
}

const sameQuery = (a: View['query'], b: View['query']) => JSON.stringify(a) === JSON.stringify(b)

/** Opens a queue: at what a pile counts, or where it was left, which at first is its first view. */
export async function openQueue(desk: Desk, area: AreaName, pile: Pile | null = null): Promise<void> {
  const kind = await kindOf(desk, area)
  const views = await readViews(desk.around.viewsFile, kind)
  const query = pile && kind.queryOf(pile.search)
  const own = query ? kind.views.find((view) => sameQuery(view.query, query)) : (desk.under.left.get(kind) ?? views[0])
  // what is late is done by its deadline: the one that is over for longest is the one to do next
  const by = pile?.search.overdue === undefined ? kind.idField : 'due'
  const first =
    kind.sorts.find(({ sort }) => sort.field === by && sort.order === 'asc') ??
    kind.sorts.find(({ sort }) => sort.field === kind.idField && sort.order === 'asc')
  const view = own ?? {
    name: pile?.title ?? kind.noun,
    query: query ?? { status: [] },
    sort: first?.sort ?? { field: kind.idField, order: 'asc' },
  }
  const before = desk.state
  await openView(desk, view, { kind, views })
  // it may have been declined, for the marks
  if (desk.state.kind === before.kind && kind !== before.kind) return
  desk.under.left.set(before.kind, before.view)
  await loadCounts(desk)
}

/** Back to where one started. */
export const goHome = (desk: Desk): Promise<void> => openQueue(desk, home)

function pileOptions(desk: Desk): readonly Option[] {
  const { piles } = desk.state
  const names = (piles ?? []).map(({ noun, title }) => `${noun} · ${title}`)
  const queues = queuesFor(desk.state).map((area) => ({ value: `queue ${area}`, label: `全部${areas[area].says}` }))
  const width = Math.max(...[...names, ...queues.map(({ label }) => label)].map(cells))
  const options = (piles ?? []).map(({ pile, count, unit, oldest }, i) => {
    const since = oldest === null ? null : parseTime(oldest)
    const age = since === null || count === 0 ? '' : `，最久已等 ${waitedText(desk.around.now() - since)}`
    return { count, value: `pile ${pile}`, label: fitTo(names[i] ?? '', width), more: `${count} ${unit}${age}` }
  })
  // what waits comes first, in the order of the areas
  return [...options.filter(({ count }) => count > 0), ...options.filter(({ count }) => count === 0), ...queues]
}

/** How much waits, each row once. */
const sumOf = (piles: readonly Pile[]) => piles.reduce((sum, { count, apart = count }) => sum + apart, 0)

/** How much waits beside the kind that one sees. */
export const waitingElsewhere = ({ piles, kind }: Pick<Desk['state'], 'piles' | 'kind'>): number =>
  sumOf((piles ?? []).filter(({ area }) => area !== kind.area))

function panelTitle(desk: Desk): string {
  const { piles } = desk.state
  if (piles === null) return '全部事项（服务器没有「等待我处理」的接口）'
  const total = sumOf(piles)
  return total === 0 ? '没有等待您处理的事项' : `等待您处理的共 ${total} 项`
}

/** The panel of what waits; each pile opens its queue. */
export async function showPiles(desk: Desk): Promise<void> {
  const panel = () => pick(panelTitle(desk), pileOptions(desk))
  // what is typed ahead must meet the dialog: it waits only where nothing is known yet
  if (desk.state.piles === null) await loadPiles(desk)
  else
    begin(desk, async () => {
      await loadPiles(desk)
      desk.set(({ dialog }) => ({ dialog: dialog && withOptions(dialog, 'pile', panel()) }))
    })
  const answer = await desk.ask(panel())
  const [what, name] = answer?.pick?.split(' ') ?? []
  if (what === 'queue') return openQueue(desk, name as AreaName)
  const pile = desk.state.piles?.find((one) => one.pile === name)
  if (!pile) return
  if (Object.hasOwn(areas, pile.area)) return openQueue(desk, pile.area as AreaName, pile)
  desk.notice(`这一版本的终端界面没有「${pile.noun}」，请升级`, true)
}

/** Who has nothing to do among articles, but elsewhere, begins with what waits; unless they have begun with something already. */
export async function greetWithPiles(desk: Desk): Promise<void> {
  await loadPiles(desk)
  const { piles, dialog, login, kind } = desk.state
  const mine = (piles ?? []).filter(({ area }) => area === kind.area)
  const idle = desk.acts === 0 && dialog === null && login === null && kind.area === home
  if (idle && mine.every(({ count }) => count === 0) && waitingElsewhere(desk.state) > 0) await showPiles(desk)
}
