import { movesOf } from './states.ts'

/** How far what a unit reports is. */
export const reportStates = { 0: '草稿', 1: '待审核', 2: '审核通过', 3: '已采用', 4: '已退回' } as const
export type ReportState = keyof typeof reportStates
export type ReportMove = 'pass' | 'submit' | 'recall' | 'sendBack' | 'adopt' | 'drop' | 'delete'

/** What who audits says of several at once (other-calls, reportAudit). */
export const reportVerdicts = { 1: '通过', 0: '退回' } as const
export const verdictMoves = { 1: 'pass', 0: 'sendBack' } as const satisfies Record<
  keyof typeof reportVerdicts,
  ReportMove
>

export const reportDraft = 0
export const reportAdopted = 3
export const reportReturned = 4
/** The states in which it earns points. */
export const reportScored: readonly number[] = [1, 2, 3]
/** The moves of whoever wrote it, and of nobody else. */
export const reportOwn: readonly ReportMove[] = ['submit', 'recall', 'delete']

/** What the article that it has become may be, once it is written. */
export const adoptedAs = { 1: '提交审核', 3: '存为草稿，继续编辑' } as const

const notHandedIn = '它还是草稿，没有报送'
const isReturned = '它已退回，等报送人修改后重新报送'
const isAdopted = '它已采用，请先取消采用'
const inHand = '正在审核，请先撤回报送'

/** What units report: written, handed in, judged, and adopted as an article of the site (main-console, reporting console). */
export const reportFlow = movesOf<ReportState, ReportMove>({
  area: 'report',
  noun: '报送信息',
  unit: '篇',
  words: reportStates,
  order: [1, 2, 3, 4, 0],
  looks: {
    0: { mark: '○', tone: 'rest' },
    1: { mark: '●', tone: 'wait' },
    2: { mark: '◐', tone: 'wait' },
    3: { mark: '✓', tone: 'good' },
    4: { mark: '✗', tone: 'bad' },
  },
  texts: [
    {
      call: 'edit',
      says: '修改',
      fields: ['title', 'columnId', 'author', 'content'],
      closed: {
        1: inHand,
        2: '它已审核通过，要改请由审核人退回，或在采用的文章中修改',
        3: '它已采用，要改请在采用的文章中修改',
      },
    },
  ],
  ways: { 采用: '要撤回，请先删除采用的文章，再取消采用（命令 xzx report drop 编号 --reason 理由）' },
  moves: {
    pass: {
      says: '审核通过',
      became: '已审核通过',
      to: { 1: 2 },
      done: [2, 3],
      instead: { 0: notHandedIn, 4: isReturned },
    },
    submit: {
      says: '报送',
      became: '已报送',
      to: { 0: 1, 4: 1 },
      done: [1],
      instead: { 2: '它已审核通过', 3: '它已采用' },
    },
    recall: {
      says: '撤回报送',
      became: '已撤回报送',
      to: { 1: 0 },
      done: [0],
      instead: { 2: '它已审核通过，要改请由审核人退回', 3: '它已采用', 4: '它已退回，可以直接修改' },
    },
    sendBack: {
      says: '退回',
      became: '已退回',
      to: { 1: 4, 2: 4 },
      done: [4],
      reasons: [
        '要素不全，请补充时间、地点和单位',
        '没有图片，或图片不清晰',
        '文字有错，请校对后重新报送',
        '与已有信息重复',
        '不属于报送范围',
      ],
      follows: '报送人看到理由，修改后可以重新报送',
      instead: { 0: notHandedIn, 3: isAdopted },
    },
    adopt: {
      says: '采用',
      became: '已采用',
      to: { 1: 3, 2: 3 },
      done: [3],
      lasting: true,
      instead: { 0: notHandedIn, 4: isReturned },
    },
    drop: {
      says: '取消采用',
      became: '已取消采用',
      to: { 3: 2 },
      done: [2],
      lasting: true,
      reasons: ['采用的文章已删除', '与已发布的文章重复', '改由其他单位的信息代替'],
      follows: '采用的得分随即去掉',
      instead: { 0: notHandedIn, 1: '它还没有采用', 4: isReturned },
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'report_dels',
      to: { 0: 'deleted', 4: 'deleted' },
      done: [],
      instead: { 1: inHand, 2: '它已审核通过，留作报送记录', 3: '它已采用，留作报送记录' },
    },
  },
})
