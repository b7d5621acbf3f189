import type { TestSite } from './support.ts'

/** A letter in a state, with its wording for the site. */
export const letterOn = async ({ db }: TestSite, title: string, state: number, more: object = {}) => {
  const at = Date.UTC(2026, 10, 20)
  const { no } = await db.read
    .selectFrom('mail')
    .select((eb) => eb.fn.max('openNo').as('no'))
    .executeTakeFirstOrThrow()
  const next = Number(no ?? 0) + 1
  const { id } = await db.write
    .insertInto('mail')
    .values({
      ...{ title, type: 1, content: '原文', phone: 'x', phoneHash: 'x', code: 'x', codeHash: title, openFlag: 1 },
      ...{ state, limitDays: 5, createdAt: at, updatedAt: at, version: 1, publishedAt: at, repliedAt: at },
      ...{ openTitle: title, openContent: `${title}，已有一周。`, openReply: '电缆已经更换。', shownName: '周**' },
      ...(state === 6 && { openNo: next }),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
