import { chunksOf } from '../../core/chunks.ts'
import { cleanHtml, sealOf } from '../clean.ts'
import type { Ctx } from '../context.ts'

const someMost = 500

/** Writes an entry of the server's own into the inbox of some people: one that all of them have. @param told `remindsOf`: the notice about which it is */
export async function tellPeople(
  ctx: Ctx,
  userIds: readonly number[],
  { title, html, remindsOf }: { readonly title: string; readonly html: string; readonly remindsOf?: number },
): Promise<void> {
  const content = cleanHtml(html)
  const { id } = await ctx.db
    .insertInto('notice')
    .values({
      ...{ title, status: 1, audience: 2, auto: 1, mustConfirm: 0, isPublic: 0 },
      ...{ sentAt: ctx.now, sentTo: userIds.length, createdAt: ctx.now, updatedAt: ctx.now, version: 1 },
      remindsOf: remindsOf ?? null,
      ...{ content, seal: sealOf(content, ctx.parts.secret.seal) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const some of chunksOf(userIds, someMost))
    await ctx.db
      .insertInto('noticeTo')
      .values(some.map((userId) => ({ noticeId: id, deptId: null, userId })))
      .execute()
}
