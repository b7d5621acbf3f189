import { regenerate, type Site } from './generate.ts'
import type { Touched } from './plan.ts'
import { loadSettings } from './settings.ts'

const atOnce = 5000

interface Row {
  readonly id: number
  readonly articleId: number
  readonly columnId: number
}

async function publishedOf(site: Site, ids: readonly number[]): Promise<Set<number>> {
  const published = new Set<number>()
  for (let i = 0; i < ids.length; i += 500) {
    const rows = await site.db.read
      .selectFrom('article')
      .select(['id', 'status', 'deletedAt'])
      .where('id', 'in', ids.slice(i, i + 500))
      .execute()
    for (const row of rows) if (row.status === 2 && row.deletedAt === null) published.add(row.id)
  }
  return published
}

/** The rows to show now: all of them, or with `site.auto` off only what left the site. */
async function due(site: Site): Promise<Row[]> {
  const rows = await site.db.read
    .selectFrom('touched')
    .select(['id', 'articleId', 'columnId'])
    .orderBy('id')
    .limit(atOnce)
    .execute()
  if (rows.length === 0 || (await loadSettings(site.db))['site.auto'] !== '0') return rows
  const published = await publishedOf(site, [...new Set(rows.map((row) => row.articleId))])
  return rows.filter((row) => row.articleId !== 0 && !published.has(row.articleId))
}

/** Rows of table `touched` as one change; a row without article is a changed column, which shows on every page. */
function touchedBy(rows: readonly Omit<Row, 'id'>[]): Touched {
  return {
    articleIds: [...new Set(rows.map((row) => row.articleId).filter((id) => id !== 0))],
    columnIds: [...new Set(rows.map((row) => row.columnId))],
    everything: rows.some((row) => row.articleId === 0),
  }
}

/**
 * Shows what table `touched` holds and deletes the rows that are shown.
 * @returns why not all of them are shown: their rows stay for the next time; empty when it was stopped, null when all are
 */
export async function regenerateTouched(site: Site, stopped: () => boolean): Promise<string | null> {
  for (;;) {
    const rows = await due(site)
    if (rows.length === 0) return null
    const receipt = await regenerate(site, touchedBy(rows), { stopped })
    if (stopped()) return ''
    const [failed] = receipt.failed
    if (failed) return `${receipt.failedCount} 个页面未能更新，例如 ${failed.page}：${failed.reason}`
    for (let i = 0; i < rows.length; i += 500) {
      const ids = rows.slice(i, i + 500).map((row) => row.id)
      await site.db.write.deleteFrom('touched').where('id', 'in', ids).execute()
    }
    if (rows.length < atOnce) return null
  }
}
