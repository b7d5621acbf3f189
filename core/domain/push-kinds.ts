/** What partners push (other-calls, Inter-working articles), and what becomes of each kind. */

/** Kinds that become articles, in the column that is named for them. */
export const articleKinds = { leader: '领导活动', org: '机构信息', common: '一般信息', policyDoc: '政策文件' } as const
/** What citizens wrote elsewhere: it waits, and its content is sealed. */
export const letterKinds = { mail: '来信', apply: '公开申请' } as const
export const pushKinds = { ...articleKinds, bulletin: '公报', ...letterKinds } as const

export type ArticleKind = keyof typeof articleKinds
export type LetterKind = keyof typeof letterKinds
export type PushKind = keyof typeof pushKinds

export const isArticleKind = (kind: string): kind is ArticleKind => Object.hasOwn(articleKinds, kind)
export const isLetterKind = (kind: string): kind is LetterKind => Object.hasOwn(letterKinds, kind)

/** The kinds as a partner's row keeps them: `common,leader`. */
export const kindsIn = (kinds: string): PushKind[] =>
  kinds.split(',').filter((kind): kind is PushKind => Object.hasOwn(pushKinds, kind))

/** What a partner's column names for a kind, and the setting that holds where it names none. */
export const columnFields = {
  leader: 'leaderColumnId',
  org: 'orgColumnId',
  common: 'commonColumnId',
  policyDoc: 'policyDocColumnId',
} as const satisfies Readonly<Record<ArticleKind, string>>
