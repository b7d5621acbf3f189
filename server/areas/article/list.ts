/** How lists of articles are ordered where nobody says otherwise. */
export const newestFirst = [['publishTime', 'desc'] as const, ['id', 'desc'] as const]

/** The indexes of migration 0030. */
export const listIndexes = {
  by: { publishTime: 'article_live_publishTime', title: 'article_live_title' },
  else: 'article_live_id',
  filtered: 'publishTime',
}
