import type { DemoPlace } from './place.ts'
import { addTopics } from './topics.ts'

/** What citizens ask of the committee's members in the demo county. */
export const add = (place: DemoPlace) =>
  addTopics(
    'llTheme',
    [
      {
        ...{ title: '请委员关注乡村小学的校车', name: '吴桂香', kind: 2, state: 3, days: 2 },
        content: '村小并校以后，孩子们要走四公里，早晚没有校车，希望委员帮助反映。',
      },
      {
        ...{ title: '村卫生室缺少常用药', name: '石大勇', kind: 2, state: 1, shown: 1, days: 16, dept: 'proposal' },
        content: '村卫生室的降压药经常断货，老人要坐车到镇上买。',
        reply: ['已会同卫健部门调查，从本月起常用药由县医院统一配送，每周补货。', 1],
      },
      {
        ...{ title: '委员接待日在哪里报名', name: '唐玉梅', state: 1, shown: 1, days: 9, dept: 'office' },
        content: '想在委员接待日当面反映问题，在哪里报名，需要准备什么材料？',
      },
    ],
    place,
  )
