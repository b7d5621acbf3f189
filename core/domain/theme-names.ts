export type ThemeArea = 'theme' | 'llTheme' | 'xaxTheme'

/** What people call the groups of topics: a topic, and on the site the list, the form, the look-up by code. */
export const themeNames = {
  theme: { noun: '话题', title: '互动话题', write: '发起话题', lookUp: '查询话题' },
  llTheme: { noun: '履职话题', title: '履职互动', write: '反映诉求', lookUp: '查询诉求' },
  xaxTheme: { noun: '民生话题', title: '民生互动', write: '反映民生问题', lookUp: '查询民生话题' },
} as const satisfies Readonly<Record<ThemeArea, object>>

export const themeAreas = Object.keys(themeNames) as ThemeArea[]
