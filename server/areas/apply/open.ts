import { asSeen } from '../../../core/domain/laid.ts'
import { Refused } from '../../../core/errors.ts'
import { toldIn } from '../../../core/words/echo.ts'
import { hideName, seekerIn } from '../../../core/words/hide.ts'
import type { Ctx } from '../../context.ts'
import { apply as table } from '../../db/tables/apply.ts'
import { hidden, hiddenInAnswer, phoneOf, refuseUnfitTexts, writerOf } from '../../letters/open.ts'
import { opened } from '../../rows/personal.ts'
import type { Case } from './cases.ts'

/** What of a request stands on the site: its own wording, with nobody's data in it. */

const nameOf = (ctx: Ctx, row: Case) => writerOf(ctx, table, row)

/** What the applicant said of themselves beside their name: exactly that is hidden too, however it is written otherwise. */
function saidOf({ parts }: Ctx, { contact, address, email, idNumber, orgCode }: Case): string[] {
  const said = opened(parts.secret, table, { contact, address, email, idNumber, orgCode })
  const least = { contact: 2, address: 5, email: 5, idNumber: 5, orgCode: 5 }
  // shorter ones are words of any text
  return Object.entries(least).flatMap(([field, length]) => {
    const text = said[field as keyof typeof least]?.trim() ?? ''
    return [...text].length >= length ? [text] : []
  })
}
/** Whom an applicant that is no person has named to be spoken with. */
const contactOf = ({ parts }: Ctx, { contact }: Case) => opened(parts.secret, table, { contact }).contact ?? null
/** What they wrote, and where they live: the answer tells no room of theirs. */
function wroteOf({ parts }: Ctx, { title, content, supplement, address }: Case): string[] {
  const home = opened(parts.secret, table, { address }).address ?? ''
  return [title, content, supplement ?? '', `地址：${home}`]
}
const withoutOwn = (text: string, said: readonly string[]) => said.reduce(hideName, text)

/** The texts as they would be published: as somebody wrote them for that, else with what is personal hidden. */
export function draftOf(ctx: Ctx, row: Case) {
  const { openTitle, openAnswer } = row
  if (openTitle !== null && openAnswer !== null) return { title: openTitle, answer: openAnswer }
  const [name, said, told] = [nameOf(ctx, row), saidOf(ctx, row), toldIn(wroteOf(ctx, row))]
  return {
    title: openTitle ?? withoutOwn(hidden(row.title, name, told), said),
    answer: openAnswer ?? withoutOwn(hiddenInAnswer(row.answer ?? '', name, told), said),
  }
}

/** Its wording as its reader saw it. */
export const laidOpen = ({ openTitle, openAnswer }: Case) => ({
  openTitle: openTitle === null ? null : asSeen(openTitle),
  openAnswer: openAnswer === null ? null : asSeen(openAnswer),
})

const way = {
  instead: '请改写公开稿后再公开（命令 xzx apply draft 编号）',
  lift: 'xzx apply publish 编号 --reason 理由',
}

/** @throws Refused SENSITIVE_WORDS, PRIVATE_DATA where the wording must not be public */
export async function refuseUnfit(
  ctx: Ctx,
  { openTitle, openAnswer, ...row }: Case,
  reason: string | null,
): Promise<void> {
  const shown = { title: openTitle ?? '', answer: openAnswer ?? '' }
  const contact = contactOf(ctx, row as Case)
  const writer = {
    ...{ names: [nameOf(ctx, row as Case), contact], phones: [phoneOf(ctx, table, row)] },
    ...{ says: contact ? '申请人或联系人' : '申请人', wrote: wroteOf(ctx, row as Case) },
  }
  await refuseUnfitTexts(ctx, shown, writer, way, reason)
  const seekers = Object.values(shown).map((text) => seekerIn(asSeen(text)))
  const address = opened(ctx.parts.secret, table, { address: row.address }).address ?? ''
  const told = saidOf(ctx, row as Case).some((said) => seekers.some((one) => one.tells(said)))
  if (told || seekers.some((one) => one.lives(address)))
    throw new Refused('PRIVATE_DATA', `含有申请人的联系人、证件号码、地址或邮箱，${way.instead}`)
}
