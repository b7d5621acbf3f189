import type { Kysely } from 'kysely'
import { hideOwn } from '../../../core/words/hide.ts'
import { hiddenIn } from '../../../core/words/personal.ts'
import type { Maker } from '../maker.ts'

type Hiding = (text: string) => string
const topics: Readonly<Record<string, Hiding>> = { title: hideOwn, content: hideOwn }
const answers: Readonly<Record<string, Hiding>> = { content: (text) => hiddenIn(text) }

/** 公开的文字，各由谁写：群众写的，隐去得更多. */
const kinds: Readonly<Record<string, Readonly<Record<string, Hiding>>>> = {
  ...{ theme: topics, llTheme: topics, xaxTheme: topics, forum: topics },
  ...{ themeReply: answers, llThemeReply: answers, xaxThemeReply: answers },
  proposal: { ...topics, reply: (text) => hiddenIn(text) },
}
const openColumn = (field: string) => `open${field[0]?.toUpperCase()}${field.slice(1)}`

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
const share = 500

/** 跟帖的标题是内容的开头：先隐去再截取，号码就不会只剩一半而认不出. */
const called = (text: string): string => {
  const line = [...text.replace(/\s+/g, ' ')]
  return line.length > 30 ? `${line.slice(0, 30).join('')}…` : line.join('')
}

/** 话题、帖子、提案公开时的文字另存一份，查找时也只找这一份：都照网站上显示的样子. */
export async function up(make: Maker): Promise<void> {
  const db = make.db as Kysely<Record<string, Record<string, unknown>>>
  for (const [table, texts] of Object.entries(kinds)) {
    const fields = Object.keys(texts)
    await make.add(table, Object.fromEntries(fields.map((field) => [openColumn(field), 'text?'])))
    const columns = ['id', ...fields, ...(table === 'forum' ? ['type'] : [])]
    for (let after = 0; ; ) {
      const query = db.selectFrom(table).select(columns).where('id', '>', after).orderBy('id').limit(share)
      const rows = (await query.execute()) as unknown as Row[]
      for (const row of rows) {
        const open = Object.fromEntries(
          Object.entries(texts).map(([field, hide]) => [
            openColumn(field),
            typeof row[field] === 'string' ? hide(row[field]) : null,
          ]),
        )
        if (Number(row.type ?? 0) !== 0) open.openTitle = called(open.openContent ?? '')
        await db.updateTable(table).set(open).where('id', '=', row.id).execute()
      }
      if (rows.length < share) break
      after = Number(rows.at(-1)?.id)
    }
  }
}
