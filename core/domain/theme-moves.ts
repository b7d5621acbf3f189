import { type Move, movesOf, type States } from './states.ts'
import { type ThemeArea, themeNames } from './theme-names.ts'

/** CommentStatus of the specification: how far the audit of a topic, a reply or a post is. */
export const commentStatus = { 0: '未审核', 1: '已通过', 2: '已驳回', 3: '待审核' } as const
export type CommentState = keyof typeof commentStatus
export type ThemeMove = 'pass' | 'reject' | 'delete'
export type ThemeFlow = States<CommentState, ThemeMove>

const passed = '它已通过审核，不再显示请用「隐藏」'
const remove: Move<CommentState> = {
  ...{ says: '删除', became: '已删除', to: { 0: 'deleted', 1: 'deleted', 2: 'deleted', 3: 'deleted' }, done: [] },
  follows: '正在显示的随即从网站撤下',
}

/** The moves of a group's topics. */
export const themeFlowOf = (area: ThemeArea): ThemeFlow =>
  movesOf<CommentState, ThemeMove>({
    area,
    noun: themeNames[area].noun,
    unit: '条',
    words: commentStatus,
    ways: { 显示: '要撤下请用「隐藏」', 隐藏: '要再显示请用「显示」', 转交: '请再转交，或清空部门收回' },
    order: [3, 0, 1, 2],
    looks: {
      0: { mark: '○', tone: 'rest' },
      1: { mark: '✓', tone: 'good' },
      2: { mark: '✗', tone: 'bad' },
      3: { mark: '●', tone: 'wait' },
    },
    moves: {
      pass: {
        ...{ says: '审核通过', became: '已通过', to: { 0: 1, 3: 1, 2: 1 }, done: [1], asks: true },
        follows: '提出人凭查询码看到；要在网站上显示请再用「显示」',
      },
      reject: {
        ...{ says: '驳回', became: '已驳回', to: { 0: 2, 3: 2 }, done: [2] },
        reasons: ['内容不明确', '不属于受理范围', '含有不当言论', '与已有话题重复', '广告或无意义的内容'],
        follows: '提出人凭查询码看到理由',
        instead: { 1: passed },
      },
      delete: { ...remove, key: `${area}_dels` },
    },
  })
