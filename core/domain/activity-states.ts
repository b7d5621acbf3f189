import { type Kind, movesOf, type States } from './states.ts'

/** How far what the office puts together is, by the numbers of the specification (main-console §3, ActivityStatus; docs/decisions/0038-activity-status.md). */
export const activityStatus = { 1: '已下架', 2: '已驳回', 3: '编辑中', 4: '审核中', 5: '已发布' } as const
export type ActivityStatus = keyof typeof activityStatus
export type ActivityMove = 'publish' | 'submit' | 'recall' | 'reject' | 'takeDown' | 'delete'

/** The state in which something stands on the site, and that in which it waits for its audit. */
export const published = 5
export const inReview = 4
export const takenDown = 1

/** What a caller asks for who names the state that a row is to have. */
export const moveTo: Readonly<Record<ActivityStatus, ActivityMove>> = {
  1: 'takeDown',
  2: 'reject',
  3: 'recall',
  4: 'submit',
  5: 'publish',
}

const rejectReasons = [
  '内容不全，请补齐后重新提交',
  '标题或文字有错，请校对后重新提交',
  '选用的文章不合适，请调整后重新提交',
  '涉及个人隐私，请作脱敏处理后重新提交',
]
const takeDownReasons = ['内容已过期，不再适用', '内容有误，更正后重新发布', '涉及个人隐私或不宜公开的信息']
const isDraft = '还没有提交审核，请先提交'

interface Given extends Pick<Kind, 'area' | 'noun' | 'unit'> {
  /** Of its text, what its history can set back. */
  readonly fields: readonly string[]
}

/** The way of an issue of a periodical, and of a special topic: put together, submitted, judged by another person, on the site or off it. */
export function activityFlow({ area, noun, unit, fields }: Given): States<ActivityStatus, ActivityMove> {
  const published = `这${unit}已在网站上`
  return movesOf<ActivityStatus, ActivityMove>({
    ...{ area, noun, unit, words: activityStatus, order: [3, 4, 2, 5, 1] },
    looks: {
      1: { mark: '⊘', tone: 'bad' },
      2: { mark: '✗', tone: 'bad' },
      3: { mark: '○', tone: 'rest' },
      4: { mark: '●', tone: 'wait' },
      5: { mark: '✓', tone: 'good' },
    },
    texts: [
      {
        ...{ call: 'edit', says: '修改', fields },
        closed: { 4: '正在审核，请先撤回提交，或由审核人驳回' },
        online: {
          5: {
            key: `${area}_force`,
            says: `${published}，不经他人审核就更正，须有发布本人提交的${noun}的权限（${area}_force）；请先下架，修改后重新提交审核`,
          },
        },
        follows: { 5: `${published}，网页随即改为恢复的内容` },
      },
    ],
    moves: {
      publish: {
        ...{ says: '发布', became: '已发布', to: { 4: 5 }, done: [5], public: true },
        follows: `这${unit}${noun}随即出现在网站上`,
        instead: { 1: '它已下架，请重新提交审核', 2: '请先修改，再重新提交审核', 3: isDraft },
      },
      submit: {
        ...{ says: '提交审核', became: '已提交审核', to: { 1: 4, 2: 4, 3: 4 }, done: [4] },
        instead: { 5: '它已在网站上' },
      },
      recall: {
        ...{ says: '撤回提交', became: '已撤回提交', to: { 4: 3 }, done: [3] },
        instead: { 5: '它已在网站上，请下架' },
      },
      reject: {
        ...{ says: '驳回', became: '已驳回', to: { 4: 2 }, done: [2], reasons: rejectReasons },
        instead: { 3: isDraft, 5: '它已在网站上，请下架' },
      },
      takeDown: {
        ...{ says: '下架', became: '已下架', to: { 5: 1 }, done: [1], public: true, reasons: takeDownReasons },
        follows: `这${unit}的网页随即从网站撤下`,
        instead: { 2: '它不在网站上，无须下架', 3: '它不在网站上，无须下架', 4: '它不在网站上，可以驳回' },
      },
      delete: {
        ...{ says: '删除', became: '已删除', key: `${area}_dels`, done: [] },
        to: { 1: 'deleted', 2: 'deleted', 3: 'deleted' },
        instead: { 4: '正在审核，请先撤回提交或驳回', 5: '它在网站上，请先下架' },
      },
    },
  })
}

/** Nobody publishes what they submitted themselves: as it is foretold, and as it is refused. */
export const ownSubmission = {
  short: '由您提交，须由他人发布',
  refused: (noun: string): string => `不能发布本人提交的${noun}，须由他人发布`,
} as const
