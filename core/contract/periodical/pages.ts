import { z } from 'zod'
import { periodicalFlow } from '../../domain/periodical-states.ts'
import { saved } from '../collected.ts'
import { endpoint } from '../endpoint.ts'
import { stateFilter, version } from '../moves.ts'
import { bulk, filter, id, idOf, ids, idText, nothing, page, pageOf, row, text, words } from '../shared.ts'
import { pageFields, pageRow, pagesMax } from './rows.ts'

const read = { effect: 'read', repeat: true, access: { like: 'periodical_list' } } as const
const write = { method: 'POST', send: 'body', effect: 'write', access: { like: 'periodical_edit' } } as const
const ofPage = { rows: 'pageList', about: 'periodicalPage' } as const

/** The pages of an issue, in their order (other-calls §7, /api/news/page). */
export const pages = {
  pageList: endpoint({
    ...{ method: 'POST', path: '/api/news/page/list', send: 'body', payload: 'pageSerachDto' },
    input: z.object({
      periodicalId: filter(idOf('periodical')),
      title: filter(text('版面名称', 50)),
      status: stateFilter(periodicalFlow),
      ...page,
    }),
    output: pageOf(pageRow),
    ...read,
    says: '分页查询版面，按期刊和其中的顺序',
    verb: 'pages',
  }),
  pageOptions: endpoint({
    ...{ method: 'POST', path: '/x/periodical/page/options', send: 'none', own: true },
    input: nothing,
    output: z.array(row({ id: idText(), name: words('期刊和版面') })),
    ...{ ...read, verb: false },
    says: '各期的版面，供选择，新的一期在前',
  }),
  pageGet: endpoint({
    ...{ method: 'POST', path: '/api/news/page/get', send: 'body', payload: 'idDto' },
    input: z.object({ id: id('版面') }),
    output: pageRow,
    ...{ ...read, rows: 'pageList' },
    says: '查看一个版面',
    verb: 'page',
  }),
  pageSaveOrUpdate: endpoint({
    ...{ ...write, path: '/api/news/page/saveOrUpdate', payload: 'savePageDto' },
    input: saved('版面', { periodicalId: idOf('periodical', '所属期刊').optional(), ...pageFields }),
    output: pageRow,
    about: 'periodicalPage',
    says: '给一期期刊增加一个版面，排在末尾；写编号则修改',
    tells: '修改版面{}',
    tellsWhen: [{ added: true, tells: '增加版面{}' }],
    verb: 'add-page',
    sample: ['periodicalId', 'title'],
  }),
  pageEdit: endpoint({
    ...{ ...write, path: '/x/periodical/page/edit', own: true },
    input: z.object({ id: id('版面'), version, ...pageFields }),
    output: pageRow,
    ...ofPage,
    says: '修改一个版面',
    tells: '修改版面{}',
    verb: 'edit-page',
  }),
  pageDels: endpoint({
    ...{ ...write, path: '/api/news/page/dels', payload: 'idsDto' },
    input: z.object({ ids: ids('版面') }),
    output: bulk,
    ...{ ...ofPage, along: { articleCount: '{} 篇' } },
    says: '删除版面，连同其中的各篇；选用的文章仍在网站上',
    tells: '删除版面{}',
    verb: 'del-page',
  }),
  pageArrange: endpoint({
    ...{ ...write, path: '/x/periodical/page/arrange', own: true },
    input: z.object({ periodicalId: id('期刊'), pageIds: ids('全部版面的顺序', pagesMax) }),
    output: z.array(pageRow),
    about: 'periodicalPage',
    says: '调整一期期刊版面的顺序',
    tells: '调整版面{}的顺序',
    verb: 'arrange-pages',
  }),
}
