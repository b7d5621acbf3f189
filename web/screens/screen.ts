import type { ComponentType } from 'react'
import type { AreaName } from '../../core/contract/areas.ts'
import type { App } from '../../core/domain/enums.ts'
import type { Right } from '../app/rights.ts'

/** One screen: its address under /web/main/ (under /web/report/ in the reporting console), its title, the right it needs, and its chunk. */
export interface Screen {
  /** The console that has it; the office's by default. */
  readonly app?: App
  readonly path: string
  readonly title: string
  /** The right that it needs; of several any one. */
  readonly needs?: Right | readonly Right[]
  /** Where those are led who lack it. */
  readonly instead?: string
  /** The screen that it belongs to, for menu and breadcrumb. */
  readonly under?: string
  /** It is where these piles of what waits lead, with what follows its address; an area: all of its piles, by their search. */
  readonly waits?: AreaName | Readonly<Record<string, string>>
  /**
   * The kind of things that it shows at its address: in place of its `:id`, or in `?dept=…` where it is a tree.
   * `by`: the filter of a list that finds one, by what tells it apart from others.
   */
  readonly shows?: string | { readonly kind: string; readonly by: string }
  readonly load: () => Promise<{ default: ComponentType }>
}
