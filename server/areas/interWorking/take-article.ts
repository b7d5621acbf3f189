import type { z } from 'zod'
import { lookedFields } from '../../../core/contract/article/check.ts'
import type { articleFields } from '../../../core/contract/interWorking/pushed.ts'
import { type ArticleKind, articleKinds, columnFields } from '../../../core/domain/push-kinds.ts'
import { settingOf } from '../../../core/domain/settings.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { isBlank } from '../../clean-text.ts'
import type { Ctx } from '../../context.ts'
import { setting } from '../../settings.ts'
import { columnFolder } from '../../site/addresses.ts'
import { loadColumns } from '../../site/data.ts'
import { foldersIn } from '../../site/site-file.ts'
import { read, refuseWords } from '../article/word-check.ts'
import { type Edit, type Save, saveArticle, updateArticle } from '../article/write.ts'
import { byPartner, type PartnerRow } from './by-partner.ts'
import { differing, marksOf, takenOf } from './marks.ts'
import type { PushRow, Ready } from './ready.ts'

type Fields = Omit<z.output<z.ZodObject<typeof articleFields>>, 'sourceId'>

/** The clocks of two sites differ; a day on which nothing has happened yet is none to publish something under. */
const aheadMs = 10 * 60_000

/** The column into which the site's settings lead a kind; undefined: they name none. */
export async function usualColumnOf(ctx: Ctx, kind: ArticleKind): Promise<number | undefined> {
  const [folder] = foldersIn(await setting(ctx.db, `interWorking.${kind}`))
  const columns = await loadColumns({ read: ctx.db, dialect: ctx.dialect })
  return columns.find((column) => folder !== undefined && columnFolder(column) === folder)?.id
}

/** The column for a kind: the partner's own, or that of the site's settings. @throws Refused BAD_STATE where neither names one */
async function columnFor(ctx: Ctx, partner: PartnerRow, kind: ArticleKind): Promise<number> {
  const found = partner[columnFields[kind]] || (await usualColumnOf(ctx, kind))
  if (found) return found
  const name = `interWorking.${kind}` as const
  throw new Refused(
    'BAD_STATE',
    `没有为「${articleKinds[kind]}」指定栏目：请在互通单位「${partner.name}」中选择，或在站点设置中填写「${settingOf(name).title}」`,
  )
}

/** The article that was made of it, as far as it is there. @throws Refused where it was deleted */
async function refuseGone(ctx: Ctx, articleId: number): Promise<'there' | 'purged'> {
  const row = await ctx.db
    .selectFrom('article')
    .select(['title', 'deletedAt'])
    .where('id', '=', articleId)
    .executeTakeFirst()
  if (!row) return 'purged'
  if (row.deletedAt !== null)
    throw new Refused('BAD_STATE', `收录的文章《${row.title}》（${articleId}）已被本站删除，在回收站中，不再接受推送`)
  return 'there'
}

/** What an article's own judgement would refuse without the field. @throws Refused that names it */
function refuseNamed({ content, found }: Awaited<ReturnType<typeof read>>): void {
  if (isBlank(content ?? '')) throw new Refused('BAD_INPUT', '正文（content）：请输入内容')
  try {
    refuseWords({ ...(found && { found }) })
  } catch (error) {
    const hit = found?.hits.find(({ level }) => level === 2)
    if (!(error instanceof Refused) || !hit) throw error
    const field = hit.field as keyof typeof lookedFields
    throw new Refused(error.code, `${lookedFields[field]}（${field}）：${error.message}`)
  }
}

/** What was pushed, cleaned and looked through, to become an article that is audited as any other. */
export async function readyArticle(ctx: Ctx, partner: PartnerRow, kind: ArticleKind, given: Fields): Promise<Ready> {
  const { publishTime } = given
  if (publishTime && publishTime > ctx.now + aheadMs)
    throw new Refused('BAD_INPUT', `发布时间（publishTime）：${formatTime(publishTime)} 还没有到`)
  const marks = marksOf(ctx, given)
  const clean = await read(byPartner(ctx, partner, ['article', 'saveAdmin']), { ...given, status: 1 as const })
  refuseNamed(clean)
  const said = { publishTimeReason: `由互通单位「${partner.name}」推送` }

  async function make(inner: Ctx): Promise<{ articleId: number }> {
    const columnId = await columnFor(inner, partner, kind)
    const save = { ...clean, ...said, columnId, source: clean.source || partner.name } as Save
    const { id } = await saveArticle(byPartner(inner, partner, ['article', 'saveAdmin']), save, null)
    return { articleId: id }
  }
  async function change(inner: Ctx, row: PushRow, articleId: number) {
    const { found, status, ...texts } = clean
    const changed = differing(texts, marks, takenOf(row))
    if (Object.keys(changed).length === 0) return { articleId }
    const edit = { ...changed, ...said, found, status, articleId } as Edit
    await updateArticle(byPartner(inner, partner, ['article', 'update'], 'all'), edit)
    return { articleId }
  }
  return {
    marks,
    status: 0,
    async refuse(inner, { articleId }) {
      if (articleId !== null && (await refuseGone(inner, articleId)) === 'purged')
        throw new Refused('BAD_STATE', `收录的文章（${articleId}）已被本站彻底删除，不再接受推送`)
    },
    async take(inner, row) {
      const { articleId } = row
      const there = articleId === null ? 'purged' : await refuseGone(inner, articleId)
      return articleId === null || there === 'purged' ? make(inner) : change(inner, row, articleId)
    },
  }
}
