import { z } from 'zod'
import { specialFlow, specialModels } from '../domain/special-states.ts'
import { activityCalls } from './activity.ts'
import { candidatesCall, section } from './collected.ts'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import { bulk, choice, filter, id, idOf, ids, int, page, pageOf, text } from './shared.ts'
import {
  relationOpen,
  relationRow,
  relationsMax,
  specialBinned,
  specialBrief,
  specialFields,
  specialOpen,
  specialRow,
} from './special/rows.ts'

const search = { title: filter(text('标题', 100)), model: filter(choice('模块', specialModels)) }
const write = {
  method: 'POST',
  send: 'body',
  payload: 'idDto',
  effect: 'write',
  access: { like: 'special_edit' },
} as const
/** Its rows are what a topic has gathered. */
const inTopic = { rows: 'relationList', about: 'specialArticle' } as const
const open = {
  method: 'POST',
  effect: 'read',
  repeat: true,
  access: 'public',
  open: '网站访问者查询已发布的专题',
} as const
const { pageNumber, pageSize } = page

/** Special topics, each with the articles that it gathers (other-calls §7, /api/news/special and /web/news/special). */
export const special = {
  ...activityCalls(specialFlow, {
    ...{ search, fields: specialFields, brief: specialBrief, row: specialRow, binned: specialBinned },
    payloads: { list: 'serachDto', save: 'saveDto' },
  }),
  relationList: endpoint({
    ...{ method: 'POST', path: '/x/special/relation/list', send: 'body', own: true },
    input: z.object({ id: id('专题') }),
    output: z.array(relationRow),
    ...{ effect: 'read', repeat: true, access: { like: 'special_list' } },
    says: '一个专题选用的文章，按顺序',
    verb: 'articles',
  }),
  relationSave: endpoint({
    ...write,
    path: '/api/news/special/relationSave',
    wire: { intoId: 'id' },
    input: z.object({ ids: ids('文章', 1000), intoId: idOf('special', '选入的专题'), section }),
    output: bulk,
    ...{ rows: 'candidates', about: 'article', writes: 'specialArticle' },
    says: '把网站上的文章选入一个专题，排在末尾',
    tells: '把文章{}选入专题{into}',
    verb: 'choose',
  }),
  relationSaveOrUpdate: endpoint({
    ...write,
    path: '/api/news/special/relationSaveOrUpdate',
    input: z.object({
      id: id('要修改的一篇').nullish(),
      version,
      specialId: idOf('special', '所属专题').optional(),
      articleId: id('选用的文章').nullish(),
      section,
    }),
    output: relationRow,
    about: 'specialArticle',
    says: '把一篇文章选入专题；写编号则修改它所在的栏目',
    tells: '修改专题中的{}',
    tellsWhen: [{ added: true, tells: '把{}选入专题' }],
    verb: 'add-article',
    sample: ['specialId', 'articleId'],
  }),
  relationEdit: endpoint({
    ...{ method: 'POST', path: '/x/special/relation/edit', send: 'body', own: true },
    input: z.object({ id: id('专题中的文章'), version, section }),
    output: relationRow,
    ...{ effect: 'write', access: { like: 'special_edit' }, ...inTopic },
    says: '修改一篇文章在专题中的栏目',
    tells: '修改专题中的{}',
    verb: 'edit-article',
  }),
  relationDel: endpoint({
    ...write,
    path: '/api/news/special/relationDel',
    wire: { ids: 'id' },
    input: z.object({ ids: ids('专题中的文章') }),
    output: bulk,
    ...inTopic,
    says: '从专题中移除几篇；文章仍在网站上',
    tells: '从专题中移除{}',
    verb: 'del-article',
  }),
  arrange: endpoint({
    ...{ method: 'POST', path: '/x/special/arrange', send: 'body', own: true },
    input: z.object({ specialId: id('专题'), relationIds: ids('全部文章的顺序', relationsMax) }),
    output: z.array(relationRow),
    ...{ effect: 'write', access: { like: 'special_edit' }, about: 'specialArticle' },
    says: '调整一个专题中文章的顺序',
    tells: '调整专题中{}的顺序',
  }),
  candidates: candidatesCall({ area: 'special', field: 'specialId', noun: '专题' }),
  siteTop: endpoint({
    ...{ ...open, path: '/web/news/special/top', send: 'query' },
    input: z.object({ size: int('最多', 1, 50, '个') }),
    output: z.array(specialOpen),
    says: '排在前面的几个已发布的专题',
    verb: 'top',
  }),
  siteList: endpoint({
    ...{ ...open, path: '/web/news/special/list', send: 'body', payload: 'serachDto' },
    input: z.object({ ...search, pageNumber, pageSize }),
    output: pageOf(specialOpen),
    says: '已发布的专题',
    verb: 'public',
  }),
  siteArticles: endpoint({
    ...{ ...open, path: '/web/news/special/article/list', send: 'body', payload: 'serachDto' },
    input: z.object({
      specialId: filter(id('专题')),
      title: filter(text('标题', 300)),
      section: filter(text('栏目', 50)),
      pageNumber,
      pageSize,
    }),
    output: pageOf(relationOpen),
    says: '已发布的专题中的文章，按专题和其中的顺序',
    verb: false,
  }),
}
