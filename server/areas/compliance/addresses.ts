/** Where the rows behind a number are: the console's screen of each list, by its call. */
const screens = {
  'article.list': '/main/article/essay',
  'mail.list': '/main/interact/LeaderMailbox',
  'apply.list': '/main/interact/apply',
  'proposal.list': '/main/interact/proposalAll',
  'compliance.list': '/main/content/compliance/columns',
} as const
export type Listed = keyof typeof screens

/** The address of a list that is narrowed. */
export const listAt = (call: Listed, query: Readonly<Record<string, string>>): string =>
  `${screens[call]}?${new URLSearchParams(query)}`

/** The published articles in and below a column. */
export const inColumn = (columnId: number | string) => ({
  columnId: String(columnId),
  withChildren: 'true',
  status: '2',
})
export const articlesIn = (columnId: number): string => listAt('article.list', inColumn(columnId))
