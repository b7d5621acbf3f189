import type { Insertable } from 'kysely'
import { addFirstAdmin } from '../../server/access/first-admin.ts'
import { sealOf } from '../../server/clean.ts'
import type { Schema } from '../../server/db/tables.ts'
import { demoArticles } from '../../server/demo/generate.ts'
import { openParts } from '../../server/serve.ts'
import { adminPassword } from '../support/process.ts'

const atOnce = 100
/** Of a hundred articles: most are published, as on a site that has been running for years. */
const states = [...Array(90).fill(2), 1, 1, 1, 1, 0, 0, 3, 3, 4, 5] as readonly number[]

/** A new data folder with so many articles of the demo generator, as the workflow would have left them, and its administrator. */
export async function fill(data: string, count: number): Promise<void> {
  const silent = () => {}
  const around = { port: 0, host: '127.0.0.1', demo: false, out: silent, err: silent }
  const parts = await openParts({ ...around, data, signal: new AbortController().signal })
  const now = Date.now()
  await addFirstAdmin(parts.db.write, adminPassword, now)
  const columns = new Map<string, number>()
  const columnOf = async (title: string) => {
    const known = columns.get(title)
    if (known !== undefined) return known
    const values = { title, type: 1, parentId: 0, sort: 0, createdAt: now, updatedAt: now, version: 1 }
    const { id } = await parts.db.write.insertInto('column').values(values).returning('id').executeTakeFirstOrThrow()
    columns.set(title, id)
    return id
  }
  const rows: Insertable<Schema['article']>[] = []
  let made = 0
  const store = () => {
    const some = rows.splice(0)
    return parts.db.transaction((trx) => trx.insertInto('article').values(some).execute())
  }
  for (const { title, column, content: text, source, url, date } of demoArticles(count)) {
    const content = text.replace(/^.*$/gm, '<p>$&</p>')
    const at = date === '' ? now : Date.parse(`${date.slice(0, 10)}T08:00:00+08:00`)
    rows.push({
      ...{ columnId: await columnOf(column), title, content, source, sourceUrl: url, publishTime: at },
      ...{ seal: sealOf(content, parts.secret.seal), status: states[made % states.length] as number, hits: made % 997 },
      ...{ createdBy: 1, createdAt: at, updatedBy: 1, updatedAt: at, submittedBy: 1, submittedAt: at },
      ...{ version: 1, demo: 0 as const },
    })
    made += 1
    if (rows.length === atOnce) await store()
  }
  if (rows.length > 0) await store()
  await parts.db.close()
}
