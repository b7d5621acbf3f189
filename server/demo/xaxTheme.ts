import type { DemoPlace } from './place.ts'
import { addTopics } from './topics.ts'

/** Topics of everyday life in the demo county. */
export const add = (place: DemoPlace) =>
  addTopics(
    'xaxTheme',
    [
      {
        ...{ title: '农贸市场的垃圾清运', name: '罗小兵', state: 3, days: 1 },
        content: '城北农贸市场的垃圾站中午才清运，夏天气味很大。',
      },
      {
        ...{ title: '河边步道的护栏松动', name: '彭丽', state: 1, shown: 1, days: 10, dept: 'office' },
        content: '河边步道靠近二桥的一段护栏松动，孩子玩耍不安全。',
        reply: ['护栏已于当天加固，另对全段步道做了检查。', 1],
      },
    ],
    place,
  )
