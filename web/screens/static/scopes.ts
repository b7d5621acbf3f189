import type { CallOptions } from '../../../core/client/client.ts'
import { generate } from '../../../core/contract/generate.ts'
import type { Right } from '../../app/rights.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(generate)
export type Job = NonNullable<Awaited<ReturnType<typeof api.job>>>

/** What the user chose beside the scope. */
export interface Choice {
  readonly columnId: string | null
  readonly since: string
}

/** What can be generated, and what is asked for it. */
export interface Scope {
  readonly key: 'all' | 'index' | 'column' | 'article'
  readonly label: string
  readonly note: string
  readonly right: Right
  readonly asks: readonly (keyof Choice)[]
  readonly start: (choice: Choice, options?: CallOptions) => ReturnType<typeof api.all>
}

/** 0 stands for all columns, and for no limit in time. */
const every = '0'

export const scopes: readonly Scope[] = [
  {
    key: 'all',
    label: '全站',
    note: '首页、全部栏目页和文章页，移除已不存在的页面',
    right: 'generate_generateIndex',
    asks: [],
    start: (_choice, options) => api.all({}, options),
  },
  {
    key: 'index',
    label: '首页',
    note: '首页、检索页、订阅和站点地图',
    right: 'generate_generateIndex',
    asks: [],
    start: (_choice, options) => api.generateIndex({}, options),
  },
  {
    key: 'column',
    label: '栏目页',
    note: '所选栏目及其下级的列表页；不选为全部栏目',
    right: 'generate_generateColumn',
    asks: ['columnId'],
    start: ({ columnId }, options) => api.generateColumn({ columnId: columnId ?? every }, options),
  },
  {
    key: 'article',
    label: '文章页',
    note: '所选栏目中、发布时间不早于所给日期的文章',
    right: 'generate_generateArticle',
    asks: ['columnId', 'since'],
    start: ({ columnId, since }, options) =>
      api.generateArticle({ columnId: columnId ?? every, dateTime: since || every }, options),
  },
]
