import type { Ctx } from '../../context.ts'
import { apply as table } from '../../db/tables/apply.ts'
import { hidden, hiddenInAnswer, refuseUnfitTexts, writerOf } from '../../letters/open.ts'
import type { Case } from './cases.ts'

/** What of a request stands on the site: its own wording, with nobody's data in it. */

const nameOf = (ctx: Ctx, row: Case) => writerOf(ctx, table, row)

/** The texts as they would be published: as somebody wrote them for that, else with what is personal hidden. */
export function draftOf(ctx: Ctx, row: Case) {
  const name = nameOf(ctx, row)
  return {
    title: row.openTitle ?? hidden(row.title, name),
    answer: row.openAnswer ?? hiddenInAnswer(row.answer ?? '', name),
  }
}

const way = '请改写公开稿后再公开（命令 xzx apply draft 编号）'

/** @throws Refused SENSITIVE_WORDS, PRIVATE_DATA where the wording must not be public */
export const refuseUnfit = (ctx: Ctx, { openTitle, openAnswer, ...row }: Case) =>
  refuseUnfitTexts(
    ctx,
    { title: openTitle ?? '', answer: openAnswer ?? '' },
    { name: nameOf(ctx, row as Case), says: '申请人姓名' },
    way,
  )
