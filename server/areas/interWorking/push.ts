import { z } from 'zod'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { isArticleKind, isLetterKind, kindsIn, type PushKind, pushKinds } from '../../../core/domain/push-kinds.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { interWorking as table } from '../../db/tables/interWorking.ts'
import { asRefused } from '../../http/answer.ts'
import { validate } from '../../http/validate.ts'
import { sealed } from '../../rows/personal.ts'
import { needPartnerRow, type PartnerRow } from './by-partner.ts'
import { fieldIn, fieldsOf, pushedAs, sourceOf, titleOf } from './kept.ts'
import { type Marks, marksOf, printOf, takenOf } from './marks.ts'
import type { PushRow, Ready } from './ready.ts'
import { held, seen, write } from './rows.ts'
import { readyArticle } from './take-article.ts'
import { readyBulletin } from './take-bulletin.ts'

/** What is pushed: taken up in one transaction, or refused and kept (docs/decisions/0039-partners.md). */

type Loose = Readonly<Record<string, unknown>>

/** What was pushed by the schema of its kind. @throws Refused as the call itself */
const parsed = (kind: PushKind, given: Loose): Loose =>
  validate({ input: z.object(fieldsOf(kind)) } as unknown as Endpoint, { ...given }) as Loose

/** What a citizen wrote is sealed as it is, and waits. */
function readyLetter(ctx: Ctx, kind: PushKind, given: Loose): Ready {
  return {
    marks: marksOf(ctx, given),
    status: 2,
    refuse: async () => {},
    take: async (inner) => sealed(inner.parts.secret, table, { letter: pushedAs(kind, given) }),
  }
}

/** What was pushed, judged and read, outside of any transaction. @throws Refused */
export async function readied(ctx: Ctx, partner: PartnerRow, kind: PushKind, given: Loose): Promise<Ready> {
  if (!kindsIn(partner.kinds).includes(kind))
    throw new Refused('BAD_STATE', `没有允许「${partner.name}」推送${pushKinds[kind]}，请联系本站管理员`)
  const { sourceId: _, ...fields } = given
  if (isArticleKind(kind)) return readyArticle(ctx, partner, kind, fields as never)
  return isLetterKind(kind) ? readyLetter(ctx, kind, fields) : readyBulletin(ctx, partner, fields as never)
}

const sameAs = (marks: Marks, other: Marks) => Object.entries(marks).every(([name, mark]) => other[name] === mark)

/** What was taken up, or waits, as it is pushed now. */
const isTaken = (row: PushRow, { marks, status }: Ready) =>
  row.version > 0 && row.status === status && sameAs(marks, takenOf(row))

/** Takes a push up, within the transaction that holds its row. */
export async function takeUp(
  ctx: Ctx,
  row: PushRow,
  ready: Ready,
  act: string,
  along: Partial<Pick<PushRow, 'title' | 'pushedAt' | 'updatedBy'>>,
): Promise<PushRow> {
  const made = await ready.take(ctx, row)
  return write(
    ctx,
    row,
    {
      ...along,
      ...{ status: ready.status, reason: null, field: null, pushed: null, letter: null, ...made },
      print: printOf(ctx, ready.marks),
      taken: JSON.stringify({ ...takenOf(row), ...ready.marks }),
      ...(ready.status === 0 && { takenAt: ctx.now }),
    },
    act,
  )
}

/** What a push came to. */
export interface Pushed {
  readonly row: PushRow
  readonly unchanged: boolean
}

async function taken(ctx: Ctx, partnerId: number, kind: PushKind, given: Loose, ready: Ready): Promise<Pushed> {
  await needPartnerRow(ctx, partnerId)
  const title = titleOf(kind, given)
  const row = await held(ctx, partnerId, kind, sourceOf(given), title)
  if (isTaken(row, ready)) {
    await ready.refuse(ctx, row)
    return { row, unchanged: true }
  }
  if (row.status === 3 && row.print === printOf(ctx, ready.marks))
    throw new Refused('BAD_STATE', `本站决定不予收录：${row.reason ?? ''}`)
  // a refused change of something taken up is no longer what was taken up last
  await ready.refuse(ctx, row)
  const act = row.version === 0 ? '推送' : '推送修改'
  await seen(ctx, partnerId)
  return { row: await takeUp(ctx, row, ready, act, { title, pushedAt: ctx.now }), unchanged: false }
}

/** Keeps what was refused, and why; the same once more for the same reason leaves no further trace. */
export async function keepRefused(
  ctx: Ctx,
  partnerId: number,
  kind: PushKind,
  given: Loose,
  { message: reason }: Refused,
): Promise<void> {
  // it may have been revoked while this was on its way
  await needPartnerRow(ctx, partnerId)
  const row = await held(ctx, partnerId, kind, sourceOf(given), titleOf(kind, given))
  await seen(ctx, partnerId)
  const text = pushedAs(kind, given)
  const { sourceId: _, ...fields } = given
  const print = printOf(ctx, marksOf(ctx, fields))
  if (row.version > 0 && row.print === print && (row.status === 3 || (row.status === 1 && row.reason === reason))) {
    await ctx.db.updateTable('interWorking').set({ pushedAt: ctx.now }).where('id', '=', row.id).execute()
    return
  }
  // what a citizen wrote waits until something fit comes in its place
  if (row.status === 2) {
    await ctx.db.updateTable('interWorking').set({ pushedAt: ctx.now }).where('id', '=', row.id).execute()
    ctx.record({ ids: [row.id], result: `退回修改：${reason}` })
    return
  }
  const content = isLetterKind(kind)
    ? sealed(ctx.parts.secret, table, { letter: text, pushed: null })
    : { pushed: text, letter: null }
  const field = fieldIn(kind, reason)
  const change = { ...content, title: titleOf(kind, given), status: 1, reason, field, print, pushedAt: ctx.now }
  await write(ctx, row, change, '推送被退回')
}

/** What is not the pusher's doing is not kept as a refusal of what was pushed. */
const passing = ['FAULT', 'UNAVAILABLE', 'TOO_MANY', 'SESSION_OVER']

/** Takes up what was pushed, or keeps it with the reason why not. @throws Refused with that reason */
export async function push(ctx: Ctx, partnerId: number, kind: PushKind, given: Loose): Promise<Pushed> {
  try {
    const partner = await needPartnerRow(ctx, partnerId)
    const ready = await readied(ctx, partner, kind, given)
    return await ctx.transaction((inner) => taken(inner, partnerId, kind, given, ready))
  } catch (error) {
    const refused = asRefused(error)
    if (passing.includes(refused.code)) throw error
    await ctx.transaction((inner) => keepRefused(inner, partnerId, kind, given, refused))
    // what it would tell beside its words is for who may see the rows of this site
    throw new Refused(refused.code, refused.message)
  }
}

/** The same for what was not judged yet. */
export async function pushUnjudged(ctx: Ctx, partnerId: number, kind: PushKind, given: Loose): Promise<Pushed> {
  const fits = parsedOrRefused(kind, given)
  if (!(fits instanceof Refused)) return push(ctx, partnerId, kind, fits)
  await ctx.transaction((inner) => keepRefused(inner, partnerId, kind, given, fits))
  throw fits
}

/** What was pushed by the schema of its kind, or why it does not fit. */
export function parsedOrRefused(kind: PushKind, given: Loose): Loose | Refused {
  try {
    return parsed(kind, given)
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}
