import type { DemoPlace } from './place.ts'
import { addTopics } from './topics.ts'

/** Topics of discussion of the demo county: one in each state. */
export const add = (place: DemoPlace) =>
  addTopics(
    'theme',
    [
      {
        ...{ title: '县图书馆周末能不能晚一点闭馆', name: '周小雨', state: 3, days: 1 },
        content: '县图书馆周末五点闭馆，平时上班的人来不及借书，建议延长到晚上八点。',
      },
      {
        ...{
          title: '老城区停车位怎么增加',
          name: '林一帆',
          state: 1,
          shown: 1,
          recommend: 1,
          days: 12,
          dept: 'office',
        },
        content: '老城区街道窄，晚上停车很难。可以利用单位大院的车位，晚上向居民开放吗？',
        reply: ['已有六个单位的大院从晚上七点到早上七点向周边居民开放，名单在网站上公布。', 1],
      },
      {
        ...{ title: '小微企业社保补贴怎样申请', name: '郑国强', kind: 3, state: 1, shown: 1, days: 20, dept: 'office' },
        content: '新招用高校毕业生的小微企业可以申请社保补贴吗？需要哪些材料？',
        reply: ['可以。请带劳动合同、缴费凭证到县政务服务中心人社窗口办理，也可以网上申请。', 1],
      },
      {
        ...{ title: '文化广场夜间噪声', name: '何秀兰', state: 1, closed: true, days: 5, dept: 'culture' },
        content: '文化广场晚上十点以后还有人放音响，影响附近居民休息。',
        reply: ['已与广场活动组织者约定九点半结束，现场安排人员提醒。', 3],
      },
      {
        ...{ title: '转让门面', name: '王某', state: 2, days: 8, reason: '广告或无意义的内容' },
        content: '东街门面转让，价格面议。',
      },
      {
        ...{ title: '读书会的场地', name: '沈知行', state: 1, shown: 2, days: 30, dept: 'culture' },
        content: '文史馆的会议室周末可以借给读书会用吗？',
      },
    ],
    place,
  )
