import { stepsOf } from '../../core/words/automaton.ts'
import type { DemoPlace } from './place.ts'

/** A word, its list, type, level and what is written instead. */
const demoWords = [
  ['倒卖发票', 0, 7, 2, null],
  ['代考包过', 0, 2, 2, null],
  ['网络赌博', 0, 3, 1, null],
  ['最佳疗效', 0, 6, 1, null],
  ['国家级领先', 0, 6, 0, '国内领先'],
  ['严禁赌博', 2, 0, 0, null],
  ['布署', 1, 9, 0, '部署'],
  ['既使', 1, 9, 0, '即使'],
  ['按装', 1, 9, 0, '安装'],
] as const

/** A few words of each list. */
export async function add({ trx, longAgo }: DemoPlace): Promise<void> {
  const times = { createdAt: longAgo, updatedAt: longAgo, version: 1 }
  await trx
    .insertInto('sensitive')
    .values(
      demoWords.map(([word, list, type, level, suggestion]) => ({
        ...{ word, steps: stepsOf(word), list, type, level, suggestion, enabled: 1, hits: 0, remark: null },
        ...times,
      })),
    )
    .execute()
}
