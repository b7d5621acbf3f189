import { asSeen } from '../../core/domain/laid.ts'
import { liftedByReason } from '../../core/domain/states.ts'
import { Refused } from '../../core/errors.ts'
import { personalAmong, type Told, toldIn } from '../../core/words/echo.ts'
import { hideName, seekerIn } from '../../core/words/hide.ts'
import { hiddenAt, type PersonalKind, personalKinds } from '../../core/words/personal.ts'
import type { Ctx } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import { like } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'
import { opened } from '../rows/personal.ts'
import { checkNow } from '../words/check.ts'
import { wordsNow } from '../words/known.ts'

const refusedLevel = 2
const isName = (name: string | null): name is string => name !== null && [...name].length > 1

const hiddenAmong = (given: string, name: string | null, told: readonly Told[], strangers: boolean): string => {
  const text = asSeen(given)
  return withoutName(hiddenAt(text, personalAmong(text, told, strangers)), name)
}

/**
 * Hides what is personal in a text of somebody from outside, and the name of whoever wrote.
 * @param told of all that they wrote (`toldIn`)
 */
export const hidden = (text: string, name: string | null, told: readonly Told[]): string =>
  hiddenAmong(text, name, told, true)
/** The same in an answer to it, which may tell where the office is reached, and not where whoever wrote is. */
export const hiddenInAnswer = (text: string, name: string | null, told: readonly Told[]): string =>
  hiddenAmong(text, name, told, false)
export const withoutName = (text: string, name: string | null): string => (isName(name) ? hideName(text, name) : text)

/** Whoever wrote, or wrote what stands in it: what is theirs is told to nobody, whatever reason is given. */
interface Writer {
  readonly names: readonly (string | null)[]
  readonly phones?: readonly (string | null)[]
  readonly says: string
  /** What they wrote, as they wrote it: an answer does not tell again what is hidden in it. */
  readonly wrote?: readonly string[]
}

/** What of whoever wrote stands in some texts, each as its reader sees it: their name, their phone. */
export function tellsOf(texts: readonly string[], { names, says, phones = [] }: Writer): string[] {
  const seekers = texts.map(seekerIn)
  const named = names.filter(isName).some((name) => seekers.some((one) => one.names(name)))
  const phoned = phones.some((phone) => phone !== null && seekers.some((one) => one.tells(phone)))
  return [...(named ? [`${says}的姓名`] : []), ...(phoned ? [`${says}的手机号`] : [])]
}

/** What may be the name of whoever wrote, or a word: who publishes looks, and says why. */
function perhapsOf(texts: readonly string[], { names, says }: Writer): string[] {
  const seekers = texts.map(seekerIn)
  const found = names.filter(isName).flatMap((name) => seekers.flatMap((one) => one.mayName(name) ?? []))
  return [...new Set(found)].map((one) => `可能是${says}姓名的「${one}」`)
}

/** No reason makes public what proves who somebody is, or pays for them. */
const never: ReadonlySet<PersonalKind> = new Set(['idNumber', 'bankCard', 'passport'])

/** The texts that the office writes. */
const ofOffice = ['reply', 'answer']

/** What of somebody's data stands in some texts, and how often, with what whoever wrote has told of themselves anywhere. */
function kindsIn(texts: readonly { field: string; text: string }[], wrote: readonly string[]) {
  const told = toldIn(wrote)
  const found = texts.flatMap(({ field, text }) => personalAmong(text, told, !ofOffice.includes(field)))
  const kinds = new Map<PersonalKind, number>()
  for (const { kind } of found) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return [...kinds]
}

/** What is done about a wording that is not published as it stands. */
export interface Way {
  readonly instead: string
  /** The command that publishes it all the same, for a reason; none: no reason lifts it. */
  readonly lift?: string
}

const liftSays = ({ lift }: Way) => (lift ? `；核对后确可公开的，${liftedByReason}（命令 ${lift}）` : '')

/**
 * Refuses to publish what holds words that must not be there, or somebody's data; a phone or a home not where who publishes says why, unless it is of whoever wrote.
 * @param writer whose name and numbers it must not hold, and how they are called
 * @param way what is done about it: of a reason it is told where one lifts it
 * @throws Refused SENSITIVE_WORDS, PRIVATE_DATA
 */
export async function refuseUnfitTexts(
  ctx: Ctx,
  shown: Readonly<Record<string, string>>,
  writer: Writer,
  way: Way,
  reason: string | null = null,
): Promise<void> {
  const texts = Object.entries(shown).map(([field, text]) => ({ field, text: asSeen(text) }))
  const { words, levels } = checkNow(await wordsNow(ctx), texts)
  const bad = words.filter(({ id }) => (levels.get(id) ?? 0) >= refusedLevel)
  if (bad.length > 0)
    throw new Refused('SENSITIVE_WORDS', `含有敏感词「${bad.map(({ word }) => word).join('」「')}」，${way.instead}`, {
      refused: true,
      words: bad.map(({ id, word }) => ({ id: String(id), word })),
    })
  const kinds = kindsIn(texts, writer.wrote ?? [])
  const refused = reason ? kinds.filter(([kind]) => never.has(kind)) : kinds
  const plain = texts.map(({ text }) => text)
  const theirs = tellsOf(plain, writer)
  const perhaps = reason ? [] : perhapsOf(plain, writer)
  const found = [...refused.map(([kind]) => personalKinds[kind]), ...theirs, ...perhaps]
  const lifted = theirs.length === 0 && !refused.some(([kind]) => never.has(kind))
  if (found.length > 0)
    throw new Refused('PRIVATE_DATA', `含有${found.join('、')}，${way.instead}${lifted ? liftSays(way) : ''}`, {
      kinds: kinds.map(([kind, count]) => ({ kind, count })),
    })
}

/**
 * Rows that everybody may read, by the wording that they have on the site.
 * @param columns what of them is shown, each with the column in which that stands as it is public
 */
export async function asOpen<R extends { readonly id: string }>(
  ctx: Ctx,
  table: string,
  columns: { readonly [F in keyof R]?: string },
  shown: readonly R[],
): Promise<R[]> {
  if (shown.length === 0) return []
  const open = Object.entries(columns) as [keyof R, string][]
  const rows = await (ctx.db as unknown as AnyDb)
    .selectFrom(table)
    .select(['id', ...open.map(([, column]) => column)])
    .where(
      'id',
      'in',
      shown.map(({ id }) => Number(id)),
    )
    .execute()
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return shown.map((one) => ({
    ...one,
    ...Object.fromEntries(open.map(([field, column]) => [field, byId.get(one.id)?.[column] ?? null])),
  }))
}

/** The name of whoever wrote a row; null: they did not say it. */
export const writerOf = <C extends Columns>(ctx: Ctx, table: Table<C>, { name }: { readonly name: string | null }) =>
  opened(ctx.parts.secret, table, { name }).name ?? null

/** Their phone; null: they did not say it. */
export const phoneOf = <C extends Columns>(ctx: Ctx, table: Table<C>, { phone }: { readonly phone: string | null }) =>
  opened(ctx.parts.secret, table, { phone }).phone ?? null

/**
 * Texts that everybody may read, kept beside what was written as they may be read: nobody finds out by searching what is hidden in them.
 * @param columns each text with the column in which it stands as it is public
 * @param office the texts among them that the office writes
 */
export function openTextsOf<C extends Columns, const O extends Readonly<Record<string, string>>>(
  table: Table<C>,
  columns: O,
  office: readonly string[] = ofOffice,
) {
  type Texts = Readonly<Record<keyof O & string, string | null>>
  type Wording = Readonly<Record<O[keyof O], string | null>>
  /** The texts of a row without numbers, addresses, and the name of whoever wrote. @param asked what they wrote elsewhere, to which this answers */
  const wording = (texts: Texts, name: string | null, asked: readonly string[] = []): Wording => {
    const isOffice = (field: string) => office.includes(field)
    const wrote = Object.keys(columns).flatMap((field) => (isOffice(field) ? [] : [texts[field] ?? '']))
    const told = toldIn([...asked, ...wrote])
    return Object.fromEntries(
      Object.entries(columns).map(([field, column]) => {
        const text = texts[field]
        return [column, text && (isOffice(field) ? hiddenInAnswer : hidden)(text, name, told)]
      }),
    ) as Wording
  }
  return {
    /** Their fields. */
    looked: Object.keys(columns),
    wording,
    /** Keeps the wording of a row that comes before everybody. */
    async keep(ctx: Ctx, row: Texts & { readonly id: number }, name: string | null): Promise<void> {
      const db = ctx.db as unknown as AnyDb
      await db.updateTable(table.name).set(wording(row, name)).where('id', '=', row.id).execute()
    },
    /** A text has these words in it, as everybody may read it. */
    like: (field: keyof O & string, words: string | undefined) => like(columns[field] as string, words),
    /** Rows by the wording that they have for everybody. */
    shown: <R extends { readonly id: string }>(ctx: Ctx, rows: readonly R[]): Promise<R[]> =>
      asOpen(ctx, table.name, columns as never, rows),
  }
}
