import { movesOf } from './states.ts'

/** What is written by the office and shown to visitors, or not yet. */
export const shownStates = { 0: '编辑中', 1: '已公布' } as const
export type ShownState = keyof typeof shownStates
export type ShownMove = 'publish' | 'withdraw' | 'delete'

interface Shown {
  readonly area: string
  readonly noun: string
  readonly unit: string
  /** The call that writes its text. */
  readonly call: string
  readonly fields: readonly string[]
  /** Why one is withdrawn. */
  readonly reasons: readonly string[]
  /** What follows where one is published. */
  readonly follows: string
}

/** The way of such a kind: written, published by who may, and withdrawn with a reason. */
export const shownFlow = ({ area, noun, unit, call, fields, reasons, follows }: Shown) =>
  movesOf<ShownState, ShownMove>({
    ...{ area, noun, unit, words: shownStates },
    looks: { 0: { mark: '●', tone: 'wait' }, 1: { mark: '✓', tone: 'good' } },
    texts: [
      {
        ...{ call, says: '修改', fields },
        online: {
          1: {
            key: `${area}_publish`,
            says: `${noun}已公布，修改须有公布${noun}的权限（${area}_publish）；请有权限的人修改，或先撤回`,
          },
        },
        follows: { 1: '网站上的内容随即改为恢复的内容' },
      },
    ],
    moves: {
      publish: { says: '公布', became: '已公布', to: { 0: 1 }, done: [1], public: true, follows },
      withdraw: {
        ...{ says: '撤回', became: '已撤回', to: { 1: 0 }, done: [0], public: true, reasons },
        follows: '随即从网站撤下',
      },
      delete: {
        ...{ says: '删除', became: '已删除', key: `${area}_dels`, to: { 0: 'deleted' }, done: [] },
        instead: { 1: '请先撤回' },
      },
    },
  })
