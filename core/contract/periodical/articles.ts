import { z } from 'zod'
import { newsTypes } from '../../domain/enums.ts'
import { candidatesCall, saved } from '../collected.ts'
import { endpoint } from '../endpoint.ts'
import { version } from '../moves.ts'
import { bulk, choice, filter, id, idOf, ids, page, pageOf, text } from '../shared.ts'
import { articleBrief, articleFields, articleRow, articlesMax } from './rows.ts'

const read = { effect: 'read', repeat: true, access: { like: 'periodical_list' } } as const
const write = { method: 'POST', send: 'body', effect: 'write', access: { like: 'periodical_edit' } } as const
const ofArticle = { rows: 'articleList', about: 'periodicalArticle' } as const
const { articleId: _, ...written } = articleFields
const { pageNumber, pageSize } = page
const where = {
  periodicalId: filter(idOf('periodical')),
  layoutId: filter(idOf('periodicalPage')),
  title: filter(text('标题', 300)),
}

/** What stands on the pages of an issue (other-calls §7, /api/news/article). */
export const articles = {
  articleList: endpoint({
    ...{ method: 'POST', path: '/api/news/article/list', send: 'body', payload: 'serachDto' },
    input: z.object({ ...where, newsType: filter(choice('图文类型', newsTypes)), pageNumber, pageSize }),
    output: pageOf(articleBrief),
    ...read,
    says: '分页查询期刊中的各篇，按期刊、版面和其中的顺序',
    verb: 'articles',
  }),
  articleGetlist: endpoint({
    ...{ method: 'POST', path: '/api/news/article/getlist', send: 'body', payload: 'serachDto' },
    input: z.object(where),
    output: z.array(articleBrief),
    ...read,
    says: '一期期刊或一个版面的全部各篇，按顺序；都不写则是最近各期的，最多 500 篇',
    verb: 'contents',
    sample: ['periodicalId'],
  }),
  articleGet: endpoint({
    ...{ method: 'POST', path: '/api/news/article/get', send: 'body', payload: 'idDto' },
    input: z.object({ id: id('篇目') }),
    output: articleRow,
    ...{ ...read, rows: 'articleList' },
    says: '查看期刊中的一篇和它的正文',
    verb: 'article',
  }),
  articleSaveOrUpdate: endpoint({
    ...{ ...write, path: '/api/news/article/saveOrUpdate', payload: 'saveDto' },
    input: saved('篇目', { layoutId: idOf('periodicalPage', '所在版面').optional(), ...articleFields }),
    output: articleRow,
    about: 'periodicalArticle',
    says: '在一个版面上增加一篇：选用的文章，或自己的标题和正文；写编号则修改',
    tells: '修改期刊中的{}',
    tellsWhen: [{ added: true, tells: '在期刊中增加{}' }],
    verb: 'add-article',
    sample: ['layoutId', 'title', 'content'],
  }),
  articleEdit: endpoint({
    ...{ ...write, path: '/x/periodical/article/edit', own: true },
    input: z.object({ id: id('篇目'), version, layoutId: idOf('periodicalPage', '移到版面').optional(), ...written }),
    output: articleRow,
    ...ofArticle,
    says: '修改期刊中的一篇，或把它移到同一期的另一个版面',
    tells: '修改期刊中的{}',
    verb: 'edit-article',
    sample: ['title'],
  }),
  articleDels: endpoint({
    ...{ ...write, path: '/api/news/article/dels', payload: 'idsDto' },
    input: z.object({ ids: ids('篇目') }),
    output: bulk,
    ...ofArticle,
    says: '从期刊中移除几篇；选用的文章仍在网站上',
    tells: '从期刊中移除{}',
    verb: 'del-article',
  }),
  choose: endpoint({
    ...{ ...write, path: '/x/periodical/choose', own: true },
    input: z.object({ ids: ids('文章', articlesMax), layoutId: idOf('periodicalPage', '选入的版面') }),
    output: bulk,
    ...{ rows: 'candidates', about: 'article', writes: 'periodicalArticle' },
    says: '把网站上的文章选到一个版面上，排在末尾',
    tells: '把文章{}选入期刊{into}',
  }),
  arrange: endpoint({
    ...{ ...write, path: '/x/periodical/arrange', own: true },
    input: z.object({
      periodicalId: idOf('periodical'),
      layoutId: idOf('periodicalPage', '只调整一个版面').optional(),
      contentIds: ids('全部篇目的顺序', articlesMax),
    }),
    output: z.array(articleBrief),
    about: 'periodicalArticle',
    says: '调整一期期刊中各篇的顺序，或其中一个版面上的；各篇仍在原来的版面',
    tells: '调整期刊中{}的顺序',
  }),
  candidates: candidatesCall({ area: 'periodical', field: 'periodicalId', noun: '期刊' }),
}
