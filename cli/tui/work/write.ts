import { noChanges } from '../../../core/client/words.ts'
import { ApiError } from '../../../core/errors.ts'
import { cleanText } from '../../output/clean.ts'
import type { Desk } from '../desk.ts'
import type { Below, Item, Writing } from '../kinds/kind.ts'
import type { DeskState } from '../state/desk.ts'
import { form, pick } from '../state/dialogs.ts'
import { currentRow, idOf } from '../state/list.ts'
import { throughEditor } from './editor.ts'
import { reload } from './load.ts'
import { patient } from './patient.ts'
import { undoFor } from './undo.ts'

type Values = Readonly<Record<string, unknown>>

const isThere = (value: unknown) => value !== null && value !== undefined && value !== ''

/** What a whole row speaks against a text; null: nothing. */
function lacksFor({ wants = {} }: Writing, whole: Values): string | null {
  const lacking = Object.entries(wants.there ?? {}).find(([field]) => !isThere(whole[field]))
  const barred = Object.entries(wants.allowed ?? {}).find(([field]) => Number(whole[field]) !== 1)
  const over = Object.entries(wants.none ?? {}).find(([field]) => isThere(whole[field]))
  return lacking?.[1] ?? barred?.[1] ?? over?.[1] ?? null
}

type Seen = Pick<DeskState, 'kind' | 'can'> & { readonly preview?: DeskState['preview'] }

/** The whole of a row, where it stands beside the list. */
function wholeSeen({ preview }: Seen, row: Item): Values | null {
  const read = preview?.read
  return read && idOf(read) === idOf(row) ? ((read as { readonly whole?: Values }).whole ?? null) : null
}

/** Why a text cannot be written now; null when nothing speaks against it. */
export function refusesWriting(s: Seen, writing: Writing, row: Item): string | null {
  const { states } = s.kind
  const { move, inStates, long } = writing
  const { status } = row
  const whole = wholeSeen(s, row)
  const lacks = whole && lacksFor(writing, whole)
  if (lacks) return lacks
  const closed = states.texts?.find(({ call }) => call === writing.call)?.closed?.[status]
  if (closed) return `当前为「${states.words[status]}」，不能写${long.title}：${closed}`
  if (inStates?.includes(status) === false) return `当前为「${states.words[status]}」，不能写${long.title}`
  return move === null || states.target(move, status) !== null ? null : states.illegal(move, status)
}

/** The texts that the person may write. */
export const writable = ({ kind, can }: Pick<DeskState, 'kind' | 'can'>): readonly Writing[] =>
  kind.writings.filter(({ right }) => can === null || can.has(right))

/** Those that a row's state allows; what brings it on comes first. */
export const textsFor = (s: Seen, row: Item): readonly Writing[] =>
  writable(s)
    .filter((one) => refusesWriting(s, one, row) === null)
    .sort((a, b) => Number(a.move === null) - Number(b.move === null))

type Texts = Readonly<Record<string, string>>

const textOf = (whole: Readonly<Record<string, unknown>>, field: string) => cleanText(String(whole[field] ?? ''))

/** Which text is meant, where there are several that the state allows. */
async function chooseWriting(desk: Desk, row: Item): Promise<Writing | null> {
  const fit = textsFor(desk.state, row)
  const [only] = fit
  if (fit.length < 2) return only ?? null
  const answer = await desk.ask(
    pick(
      '写什么',
      fit.map(({ call, says, command }) => ({ value: call, label: says, more: command })),
    ),
  )
  return fit.find(({ call }) => call === answer?.pick) ?? null
}

/** What is typed in lines; null when the person left. */
async function askShort(desk: Desk, { says, short, required }: Writing, whole: object): Promise<Texts | null> {
  if (short.length === 0) return {}
  const values = whole as Readonly<Record<string, unknown>>
  let given: Texts = Object.fromEntries(short.map(({ field }) => [field, textOf(values, field)]))
  for (let wrong = ''; ; ) {
    const fields = short.map(({ field, title }) => ({ name: field, label: title, value: given[field] ?? '' }))
    const answer = await desk.ask({ ...form(`${says}：Enter 后打开编辑器写正文`, fields), wrong, optional: true })
    if (!answer) return null
    const missing = short.find(({ field }) => required.has(field) && !answer[field]?.trim())
    if (!missing) return answer
    wrong = `请输入${missing.title}；不想继续按 Esc`
    given = answer
  }
}

/** The row that a text goes into. */
interface Target {
  /** What names it to the call. */
  readonly names: Readonly<Record<string, string>>
  /** The same for the command. */
  readonly typed: string
  readonly version: number | null
  /** What it says now; a first one says nothing. */
  readonly values: Values
}

/** The place of a row below that is meant, among those in which the person may write. */
async function choosePlace(desk: Desk, { below, long }: Writing & { below: Below }, whole: Values, row: Item) {
  const { in: field, named, row: stands, may } = below.places
  const places = ((whole[field] ?? []) as readonly Values[]).filter((place) => Number(place[may]) === 1)
  if (places.length === 0) desk.notice(`${desk.state.kind.quoted(row.title)}没有可以由您写的${long.title}`, true)
  if (places.length < 2) return places[0] ?? null
  const options = places.map((place, i) => ({
    ...{ value: String(i), label: String(place[named] ?? '') },
    more: place[stands] ? `修改${long.title}` : `还没有${long.title}`,
  }))
  const answer = await desk.ask(pick(`写哪一个的${long.title}`, options))
  return (answer?.pick !== undefined && places[Number(answer.pick)]) || null
}

/** What one's own department has kept of it. */
async function draftIn(
  desk: Desk,
  { drafts, long }: Writing,
  whole: Values,
): Promise<Pick<Target, 'version' | 'values'>> {
  const none = { version: null, values: {} }
  const places = (whole.depts ?? []) as readonly Values[]
  if (drafts === undefined || !places.some((one) => one[long.field])) return none
  const { deptId } = await patient(desk, () => desk.around.backend.auth.info())
  const own = places.find((one) => String(one.deptId) === deptId && one[long.field])
  return own ? { version: own.version == null ? null : Number(own.version), values: own } : none
}

/** What is sent beside the texts. */
type How = Readonly<Record<string, number>>

/** What is left out of a choice that the contract does not want of everybody: who assists says nothing of how it ends. */
const leftOut = { value: 'none', label: '不填', more: '协办的不用填' }

/** What is chosen of a call that is handed in, one after another; who leaves loses nothing. @throws ApiError where nothing is to be sent */
async function chooseAll(desk: Desk, { choices, long, required }: Writing): Promise<How> {
  const chosen: Record<string, number> = {}
  for (const { field, title, words } of choices) {
    const options = Object.entries(words).map(([value, label]) => ({ value, label }))
    const answer = await desk.ask(pick(title, required.has(field) ? options : [...options, leftOut]))
    if (!answer) throw new ApiError('local', 'NOT_SAVED', `${long.title}没有保存`)
    if (answer.pick !== leftOut.value) chosen[field] = Number(answer.pick)
  }
  return chosen
}

/** Whether what was written is kept, handed in, or thrown away; who leaves loses nothing. @throws ApiError where nothing is to be sent */
async function howToSend(desk: Desk, writing: Writing): Promise<How> {
  const { drafts, long, move } = writing
  // what moves nothing on is saved, and may be written again
  if (drafts === undefined && move === null) return chooseAll(desk, writing)
  const { became = '' } = (move === null ? undefined : desk.state.kind.states.moves[move]) ?? {}
  const answer = await desk.ask(
    pick(`${long.title}已写好`, [
      ...(drafts === undefined ? [] : [{ value: '0', label: '暂存', more: '留着以后接着写' }]),
      { value: '1', label: '提交', more: drafts === undefined ? became : '送交下一步，不能再修改' },
      { value: 'none', label: '放弃', more: '丢掉这次写的' },
    ]),
  )
  if (!answer) throw new ApiError('local', 'NOT_SAVED', `${long.title}没有保存`)
  if (answer.pick === 'none') throw new ApiError('local', 'NO_CHANGES', '已放弃，没有保存')
  const kept = drafts !== undefined && answer.pick === '0'
  const chosen = kept ? {} : await chooseAll(desk, writing)
  return drafts === undefined ? chosen : { ...chosen, [drafts]: Number(answer.pick) }
}

/** The row that a text goes into: that of the queue, or one below it; null when the person left, or has none to write. */
async function targetOf(desk: Desk, writing: Writing, row: Item): Promise<Target | null> {
  const id = idOf(row)
  const { below } = writing
  const read = await desk.state.kind.read(id, (call) => patient(desk, call))
  const whole = ((read as { readonly whole?: object }).whole ?? {}) as Values
  const lacks = lacksFor(writing, whole)
  if (lacks) {
    desk.notice(`${desk.state.kind.quoted(row.title)}：${lacks}`, true)
    return null
  }
  if (writing.apart) return { names: { id }, typed: id, ...(await draftIn(desk, writing, whole)) }
  if (!below) return { names: { id }, typed: id, version: read.version ?? null, values: whole }
  const place = await choosePlace(desk, { ...writing, below }, whole, row)
  if (!place) return null
  const there = place[below.places.row] as Values | null
  const whose = below.whose.map((one) => [one, String(place[one.field])] as const)
  const names = there ? [[below.own, String(there.id)] as const] : [[below.above, id] as const, ...whose]
  return {
    names: Object.fromEntries(names.map(([{ field }, value]) => [field, value])),
    typed: names.map(([{ flag }, value]) => `${flag} ${value}`).join(' '),
    version: there?.version == null ? null : Number(there.version),
    values: there ?? {},
  }
}

/** What is sent: what must be, and what was changed. */
function inputOf({ required, drafts, long }: Writing, { names, version, values: before }: Target, written: Texts) {
  const changed = Object.entries(written).filter(([field, text]) => text !== textOf(before, field).trimEnd())
  // what was kept may be handed in as it stands
  const kept = drafts !== undefined && textOf(before, long.field) !== ''
  if (changed.length === 0 && !kept) throw new ApiError('local', 'NO_CHANGES', noChanges)
  const needed = Object.entries(written).filter(([field]) => required.has(field))
  return { ...names, ...(version !== null && { version }), ...Object.fromEntries([...needed, ...changed]) }
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The command that saves what was written, its text in a file. */
function commandFor(writing: Writing, { typed }: Target, given: Texts, how: How, file: string): string {
  const { command, long, short, choices, drafts, draftsFlag } = writing
  const flags = [...choices, ...(drafts && draftsFlag ? [{ field: drafts, flag: draftsFlag }] : [])]
  const chosen = flags.flatMap(({ field, flag }) => (how[field] === undefined ? [] : [`${flag} ${how[field]}`]))
  const lines = short.flatMap(({ field, flag }) => (given[field] ? [`${flag} ${shellQuoted(given[field])}`] : []))
  return [command, typed, ...lines, ...chosen, long.flag, `"$(cat ${file})"`].join(' ')
}

/** Opens the editor on the one long text of a call, as an answer, and sends it. */
export async function writeText(desk: Desk): Promise<void> {
  const { kind, list } = desk.state
  const row = currentRow(list)
  const writing = row && (await chooseWriting(desk, row))
  if (!row || !writing) return
  const { long } = writing
  const id = idOf(row)
  const target = await targetOf(desk, writing, row)
  const short = target && (await askShort(desk, writing, target.values))
  if (!short) return
  const before = textOf(target.values, long.field)
  let how: How = {}
  const sent = await throughEditor(
    desk,
    { name: `${kind.area}-${id}.txt`, text: before === '' ? '' : `${before}\n` },
    (text) => text.trimEnd(),
    (file) => commandFor(writing, target, short, how, file),
    async (write) => {
      const input = inputOf(writing, target, { ...short, [long.field]: await write() })
      how = await howToSend(desk, writing)
      return patient(desk, () => writing.send({ ...input, ...how }), undefined, false)
    },
  )
  if (sent === null) return
  const { move } = writing
  const moved = move === null ? undefined : kind.states.moves[move]
  const drafted = writing.drafts !== undefined && how[writing.drafts] === 0
  if (move === null || !moved || drafted) {
    desk.set({ undo: null })
    desk.notice(`${kind.quoted(row.title)}的${long.title}${drafted ? '已暂存，没有提交' : '已保存'}`)
  } else {
    const undo = undoFor(desk, kind, { says: moved.says, became: moved.became, moves: [move] }, [row], [id])
    desk.set({ notice: null, undo })
    // what can't be taken back is told as a remark
    if (undo.inverse === null) desk.notice(undo.text)
  }
  await reload(desk)
}
