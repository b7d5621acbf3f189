import { sentByStrangers, sentColumns, sentSort } from '../sent-columns.ts'
import { findsIn, id, int, listedIn, openIn, personal, ref, secret, table, text, time } from '../table.ts'

/** What was asked of a group of topics, and what was answered: the same columns for each group. */
const topics = <N extends string>(name: N, says: string) =>
  table({
    name,
    says,
    unit: '条',
    label: 'title',
    byStrangers: sentByStrangers,
    columns: {
      id: id(),
      title: text(),
      /** `topicKinds` */
      kind: int(),
      /** `commentTypes`: a topic is 0. */
      type: int(),
      /** By code and phone whoever wrote reads it again. */
      code: personal().orEmpty,
      codeHash: secret().orEmpty,
      /** Whoever wrote agrees to its publication. */
      openFlag: int(),
      /** `commentStatus` */
      state: int(),
      /** `themeShown` */
      shown: int(),
      recommend: int(),
      /** How many replies have passed. */
      replies: int(),
      /** The department that has it. */
      deptId: ref('dept').orEmpty,
      auditedAt: time().orEmpty,
      shownAt: time().orEmpty,
      /** Where it stands in the list of the site, as long as it is shown. */
      openNo: int().orEmpty,
      answeredAt: time().orEmpty,
      ...sentColumns,
    },
    unique: ['codeHash'],
    scope: { dept: 'deptId' },
    sort: {
      ...sentSort,
      ...{ shownAt: 'shownAt', answeredAt: 'answeredAt', state: 'state', replies: 'replies' },
    },
    finds: findsIn(name, ['phoneHash']),
    walk: listedIn(name, 'state', ['shown', 'recommend', 'kind']),
    open: openIn(name, ['shownAt', 'createdAt', 'answeredAt', 'replies']),
    large: true,
  })

const replies = <N extends string>(name: N, topic: string, says: string) =>
  table({
    name,
    says: `${says}的回复`,
    unit: '条',
    columns: {
      id: id(),
      themeId: ref(topic, 'goes'),
      /** `commentTypes`: 1 a reply to the topic, 2 one to another reply. */
      type: int(),
      parentId: ref(name, 'goes').orEmpty,
      /** `commentStatus` */
      state: int(),
      reason: text().orEmpty,
      deptId: ref('dept').orEmpty,
      createdBy: ref('user', 'past').orEmpty,
      createdAt: time(),
      auditedBy: ref('user', 'past').orEmpty,
      auditedAt: time().orEmpty,
      updatedBy: ref('user', 'past').orEmpty,
      updatedAt: time(),
      version: int(),
      /** Long, and therefore last. */
      content: text(),
      /** As it stands on the site. */
      openContent: text().orEmpty,
    },
    sort: { createdAt: 'createdAt', updatedAt: 'updatedAt', state: 'state' },
    scope: { dept: 'deptId', through: { table: topic, column: 'id', from: 'themeId', dept: 'deptId' } },
    large: true,
  })

export const theme = topics('theme', '话题')
export const themeReply = replies('themeReply', 'theme', '话题')
export const llTheme = topics('llTheme', '履职话题')
export const llThemeReply = replies('llThemeReply', 'llTheme', '履职话题')
export const xaxTheme = topics('xaxTheme', '民生话题')
export const xaxThemeReply = replies('xaxThemeReply', 'xaxTheme', '民生话题')

/** A group's tables: they differ in their names alone. */
export const themeTables = {
  theme: { topics: theme, replies: themeReply },
  llTheme: { topics: llTheme, replies: llThemeReply },
  xaxTheme: { topics: xaxTheme, replies: xaxThemeReply },
} as const

declare module '../tables.ts' {
  interface Tables {
    theme: typeof theme
    themeReply: typeof themeReply
    llTheme: typeof llTheme
    llThemeReply: typeof llThemeReply
    xaxTheme: typeof xaxTheme
    xaxThemeReply: typeof xaxThemeReply
  }
}
