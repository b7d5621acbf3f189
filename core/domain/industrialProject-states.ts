import { movesOf } from './states.ts'

/** What became of a project that was handed in. */
export const projectStates = { 0: '待审核', 1: '已公布', 2: '不予公布' } as const
export type ProjectState = keyof typeof projectStates
export type ProjectMove = 'publish' | 'reject' | 'withdraw' | 'delete'
export const projectIndustries = {
  1: '装备制造',
  2: '食品加工',
  3: '纺织服装',
  4: '建材化工',
  5: '新能源',
  6: '电子信息',
  9: '其他',
} as const

/** The way of an industrial project: handed in by whoever invests, or written by the office; judged, and shown on the site. */
export const projectFlow = movesOf<ProjectState, ProjectMove>({
  area: 'industrialProject',
  noun: '工业项目',
  unit: '个',
  words: projectStates,
  looks: {
    0: { mark: '●', tone: 'wait' },
    1: { mark: '✓', tone: 'good' },
    2: { mark: '✗', tone: 'bad' },
  },
  texts: [
    {
      call: 'update',
      says: '修改',
      fields: ['title', 'company', 'industry', 'place', 'money', 'content'],
      online: {
        1: {
          key: 'industrialProject_publish',
          says: '项目已公布，修改须有公布工业项目的权限（industrialProject_publish）；请有权限的人修改，或先撤下',
        },
      },
      follows: { 1: '网站上的内容随即改为恢复的内容' },
    },
  ],
  moves: {
    publish: {
      ...{ says: '公布', became: '已公布', to: { 0: 1, 2: 1 }, done: [1], public: true },
      follows: '项目随即出现在网站上，联系人的姓名和手机号不公开',
    },
    reject: {
      ...{ says: '不予公布', became: '不予公布', to: { 0: 2 }, done: [2] },
      reasons: ['资料不全，请补充后再报', '不属于工业项目', '与已报的项目重复', '不符合产业政策'],
      follows: '理由留在办理记录中，网站上看不到，要告知申报人的请另行联系',
      instead: { 1: '它在网站上，请先撤下' },
    },
    withdraw: {
      ...{ says: '撤下', became: '已撤下', to: { 1: 0 }, done: [0], public: true },
      reasons: ['资料有误，更正后再公布', '项目已终止', '申报人要求撤下'],
      follows: '随即从网站撤下，等待重新审核',
    },
    delete: {
      ...{
        says: '删除',
        became: '已删除',
        key: 'industrialProject_dels',
        to: { 0: 'deleted', 2: 'deleted' },
        done: [],
      },
      instead: { 1: '它在网站上，请先撤下' },
    },
  },
})
