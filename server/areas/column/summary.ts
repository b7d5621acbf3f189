import { settingOf } from '../../../core/domain/settings.ts'
import { may } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { article } from '../../db/tables/article.ts'
import { countBy } from '../../rows/count-by.ts'
import { columnAddress, columnFolder } from '../../site/addresses.ts'
import { siteFolders } from '../../site/folder-settings.ts'
import { loadSettings, lookBase } from '../../site/settings.ts'
import { foldersIn } from '../../site/site-file.ts'
import { reach } from '../article/find.ts'
import { allColumns } from './write.ts'

/** By column: its articles, as far as the caller sees them. */
async function countsOf(ctx: Ctx): Promise<ReadonlyMap<number, { articles: number; published: number }>> {
  const found = new Map<number, { articles: number; published: number }>()
  if (!may(whoOf(ctx).rights, 'article_list')) return found
  const rows = await countBy(ctx, article, { by: ['columnId', 'status'], where: reach(ctx, 'live', 'article_list') })
  for (const { columnId, status, n } of rows) {
    const entry = found.get(Number(columnId)) ?? { articles: 0, published: 0 }
    entry.articles += n
    if (status === 2) entry.published += n
    found.set(Number(columnId), entry)
  }
  return found
}

/** For each column how many articles stand in it itself, and where its page is on the site. */
export async function summary(ctx: Ctx) {
  const counts = await countsOf(ctx)
  const settings = await loadSettings({ read: ctx.db })
  const base = lookBase(settings)
  return (await allColumns(ctx)).map((column) => ({
    columnId: String(column.id),
    articles: counts.get(column.id)?.articles ?? 0,
    published: counts.get(column.id)?.published ?? 0,
    url: columnAddress(column, base),
    frontPage:
      siteFolders
        .filter((name) => foldersIn(settings[name]).includes(columnFolder(column)))
        .map((name) => settingOf(name).title)
        .join('、') || null,
  }))
}
