import type { AreaName, Contract } from './areas.ts'

/** A permission key; a misspelt one does not compile. */
export type Right =
  | { [N in AreaName]: `${N}_${keyof Contract[N] & string}` }[AreaName]
  /** Rights within a call, see server/access/shipped.ts. */
  | 'article_force'
  | 'periodical_force'
  | 'special_force'
