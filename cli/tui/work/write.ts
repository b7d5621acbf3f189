import { noChanges } from '../../../core/client/words.ts'
import { ApiError } from '../../../core/errors.ts'
import { cleanText } from '../../output/clean.ts'
import type { Desk } from '../desk.ts'
import type { Item, Kind, Writing } from '../kinds/kind.ts'
import type { DeskState } from '../state/desk.ts'
import { form, pick } from '../state/dialogs.ts'
import { currentRow, idOf } from '../state/list.ts'
import { throughEditor } from './editor.ts'
import { reload } from './load.ts'
import { patient } from './patient.ts'
import { undoFor } from './undo.ts'

/** Why a text cannot be written now; null when nothing speaks against it. */
export function refusesWriting({ states }: Kind, { move }: Writing, row: Item): string | null {
  const { status } = row
  return move === null || states.target(move, status) !== null ? null : states.illegal(move, status)
}

/** The texts that the person may write. */
export const writable = ({ kind, can }: Pick<DeskState, 'kind' | 'can'>): readonly Writing[] =>
  kind.writings.filter(({ right }) => can === null || can.has(right))

/** Those that a row's state allows; what brings it on comes first. */
export const textsFor = (s: Pick<DeskState, 'kind' | 'can'>, row: Item): readonly Writing[] =>
  writable(s)
    .filter((one) => refusesWriting(s.kind, one, row) === null)
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
    wrong = `请输入${missing.title}`
    given = answer
  }
}

/** What is sent: what must be, and what was changed. */
function inputOf({ required }: Writing, id: string, version: number | null, before: object, written: Texts) {
  const was = before as Readonly<Record<string, unknown>>
  const changed = Object.entries(written).filter(([field, text]) => text !== textOf(was, field).trimEnd())
  if (changed.length === 0) throw new ApiError('local', 'NO_CHANGES', noChanges)
  const needed = Object.entries(written).filter(([field]) => required.has(field))
  return { id, ...(version !== null && { version }), ...Object.fromEntries([...needed, ...changed]) }
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The command that saves what was written, its text in a file. */
function commandFor({ command, long, short }: Writing, id: string, given: Texts, file: string): string {
  const lines = short.flatMap(({ field, flag }) => (given[field] ? [`${flag} ${shellQuoted(given[field])}`] : []))
  return [command, id, ...lines, long.flag, `"$(cat ${file})"`].join(' ')
}

/** Opens the editor on the one long text of a call, as an answer, and sends it. */
export async function writeText(desk: Desk): Promise<void> {
  const { kind, list } = desk.state
  const row = currentRow(list)
  const writing = row && (await chooseWriting(desk, row))
  if (!row || !writing) return
  const { long } = writing
  const id = idOf(row)
  const read = await kind.read(id, (call) => patient(desk, call))
  const whole = (read as { readonly whole?: object }).whole ?? {}
  const short = await askShort(desk, writing, whole)
  if (!short) return
  const before = textOf(whole as Readonly<Record<string, unknown>>, long.field)
  const sent = await throughEditor(
    desk,
    { name: `${kind.area}-${id}.txt`, text: before === '' ? '' : `${before}\n` },
    (text) => text.trimEnd(),
    (file) => commandFor(writing, id, short, file),
    async (write) => {
      const input = inputOf(writing, id, read.version ?? null, whole, { ...short, [long.field]: await write() })
      return patient(desk, () => writing.send(input), undefined, false)
    },
  )
  if (sent === null) return
  const { move } = writing
  const moved = move === null ? undefined : kind.states.moves[move]
  if (move === null || !moved) {
    desk.set({ undo: null })
    desk.notice(`${kind.quoted(row.title)}的${long.title}已保存`)
  } else desk.set({ undo: undoFor(desk, kind, { says: moved.says, became: moved.became, moves: [move] }, [row], [id]) })
  await reload(desk)
}
