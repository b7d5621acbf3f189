import { movesOf } from './states.ts'

/** The kinds of issues, each numbered by itself (main-console §3, BriefingType). */
export const bulletinTypes = { 0: '工作公报', 1: '统计公报' } as const
export type BulletinType = keyof typeof bulletinTypes

/** 「2026 年第 3 期（总第 45 期）」: what an issue is known by beside its title. */
export const issueName = ({
  year,
  number,
  total = null,
}: {
  readonly year: number
  readonly number: number
  readonly total?: number | null
}): string => `${year} 年第 ${number} 期${total === null ? '' : `（总第 ${total} 期）`}`

/** How far an issue is. */
export const bulletinStates = { 0: '编辑中', 1: '已发布', 2: '已撤回' } as const
export type BulletinState = keyof typeof bulletinStates
export type BulletinMove = 'publish' | 'withdraw' | 'delete'

/** The way of an issue of the bulletin: put together, published by who may, withdrawn with a reason. */
export const bulletinFlow = movesOf<BulletinState, BulletinMove>({
  area: 'bulletin',
  noun: '公报',
  unit: '期',
  words: bulletinStates,
  looks: {
    0: { mark: '●', tone: 'wait' },
    1: { mark: '✓', tone: 'good' },
    2: { mark: '⊘', tone: 'bad' },
  },
  texts: [
    {
      call: 'edit',
      says: '修改',
      fields: ['title', 'summary'],
      online: {
        1: {
          key: 'bulletin_publish',
          says: '这一期已在网站上，更正须有发布公报的权限（bulletin_publish）；请有权限的人更正，或先撤回',
        },
      },
      follows: { 1: '这一期已在网站上，网页随即改为恢复的内容' },
    },
  ],
  moves: {
    publish: {
      says: '发布',
      became: '已发布',
      to: { 0: 1, 2: 1 },
      done: [1],
      public: true,
      follows: '这一期和它的目录随即出现在网站上',
    },
    withdraw: {
      says: '撤回',
      became: '已撤回',
      to: { 1: 2 },
      done: [2],
      public: true,
      reasons: ['内容有误，更正后再发布', '目录不全，补齐后再发布', '期号或日期有误', '涉及个人隐私'],
      follows: '这一期的网页随即从网站撤下',
      instead: { 0: '它不在网站上，无须撤回' },
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'bulletin_dels',
      to: { 0: 'deleted', 2: 'deleted' },
      done: [],
      instead: { 1: '它在网站上，请先撤回' },
    },
  },
})
