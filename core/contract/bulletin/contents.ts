import { z } from 'zod'
import { candidatesCall } from '../collected.ts'
import { endpoint } from '../endpoint.ts'
import { version } from '../moves.ts'
import { bulk, id, idOf, ids } from '../shared.ts'
import { contentBrief, contentFields, contentRow, contentsMax } from './rows.ts'

const read = { effect: 'read', repeat: true, access: { like: 'bulletin_list' } } as const
const write = { method: 'POST', send: 'body', effect: 'write', access: { like: 'bulletin_edit' } } as const
/** Its rows are what stands in an issue. */
const inIssue = { rows: 'articleBulletinList', about: 'bulletinContent' } as const
const { articleId: _, ...written } = contentFields
const { section } = written

/** What stands in an issue, in its order. */
export const contents = {
  articleBulletinList: endpoint({
    method: 'POST',
    path: '/article/bulletin/articleBulletinList',
    send: 'body',
    payload: 'idDto',
    input: z.object({ id: id('公报') }),
    output: z.array(contentBrief),
    ...read,
    says: '一期公报的目录，按顺序',
    verb: 'contents',
  }),
  getArticleBulletin: endpoint({
    method: 'POST',
    path: '/article/bulletin/getArticleBulletin',
    send: 'body',
    payload: 'idDto',
    input: z.object({ id: id('篇目') }),
    output: contentRow,
    ...read,
    rows: 'articleBulletinList',
    says: '查看公报中的一篇和它的正文',
    verb: 'content',
  }),
  addOrUpdateArticleBulletin: endpoint({
    ...write,
    path: '/article/bulletin/addOrUpdateArticleBulletin',
    payload: 'saveBulletinDto',
    input: z.object({
      id: id('要修改的篇目').nullish(),
      version,
      bulletinId: idOf('bulletin', '所属公报').optional(),
      ...contentFields,
    }),
    output: contentRow,
    says: '在一期公报中增加一篇：选用的文章，或自己的标题和正文；写编号则修改',
    right: '编辑公报的目录',
    tells: '修改公报中的{}',
    tellsWhen: [{ added: true, tells: '在公报中增加{}' }],
    about: 'bulletinContent',
    verb: 'add-content',
    sample: ['bulletinId', 'title', 'content'],
  }),
  editContent: endpoint({
    ...write,
    path: '/x/bulletin/content/edit',
    input: z.object({ id: id('篇目'), version, ...written }),
    output: contentRow,
    ...inIssue,
    says: '修改公报中的一篇',
    tells: '修改公报中的{}',
    own: true,
  }),
  addsArticleBulletin: endpoint({
    ...write,
    path: '/article/bulletin/addsArticleBulletin',
    payload: 'transferDto',
    input: z.object({ ids: ids('文章', 1000), intoId: idOf('bulletin', '选入的公报'), section }),
    output: bulk,
    rows: 'candidates',
    about: 'article',
    writes: 'bulletinContent',
    says: '把网站上的文章选入一期公报，排在目录末尾',
    tells: '把文章{}选入公报{into}',
    verb: 'choose',
  }),
  delsArticleBulletin: endpoint({
    ...write,
    path: '/article/bulletin/delsArticleBulletin',
    payload: 'idsDto',
    input: z.object({ ids: ids('篇目') }),
    output: bulk,
    ...inIssue,
    says: '从公报中移除几篇；选用的文章仍在网站上',
    tells: '从公报中移除{}',
    verb: 'del-content',
  }),
  arrange: endpoint({
    ...write,
    path: '/x/bulletin/arrange',
    input: z.object({ bulletinId: id('公报'), contentIds: ids('全部篇目的顺序', contentsMax) }),
    output: z.array(contentBrief),
    about: 'bulletinContent',
    says: '调整一期公报目录的顺序',
    tells: '调整公报中{}的顺序',
    own: true,
  }),
  candidates: candidatesCall({ area: 'bulletin', field: 'bulletinId', noun: '公报' }),
}
