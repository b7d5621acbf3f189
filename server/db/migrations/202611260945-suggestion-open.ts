import type { Kysely } from 'kysely'
import { hideOwn } from '../../../core/words/hide.ts'
import { hiddenIn } from '../../../core/words/personal.ts'
import type { Maker } from '../maker.ts'

interface Row {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly reply: string | null
}

/** 建议公开时的文字另存一份：已公开的，照网站上显示的样子. */
export async function up(make: Maker): Promise<void> {
  await make.add('suggestion', { openTitle: 'text?', openContent: 'text?', openReply: 'text?' })
  const db = make.db as Kysely<Record<string, Record<string, unknown>>>
  const rows = await db
    .selectFrom('suggestion')
    .select(['id', 'title', 'content', 'reply'])
    .where('status', '=', 1)
    .execute()
  for (const { id, title, content, reply } of rows as unknown as Row[])
    await db
      .updateTable('suggestion')
      .set({
        ...{ openTitle: hideOwn(title), openContent: hideOwn(content) },
        openReply: reply === null ? null : hiddenIn(reply),
      })
      .where('id', '=', id)
      .execute()
}
