import { createContext, useContext } from 'react'
import type { AreaName, Contract } from '../../core/contract/areas.ts'
import type { MenuEntry } from '../../core/contract/menu.ts'

/** A permission key; a misspelt one does not compile. */
export type Right =
  | { [N in AreaName]: `${N}_${keyof Contract[N] & string}` }[AreaName]
  /** Rights within a call, see server/access/shipped.ts. */
  | 'article_force'

/** The signed-in user's menu, and whether they hold a key. */
export interface Rights {
  readonly menu: readonly MenuEntry[]
  can(right: Right): boolean
}

export const RightsContext = createContext<Rights>({ menu: [], can: () => false })

/** What the signed-in user may do. Buttons without permission are not drawn; the server decides anyway. */
export const useRights = (): Rights => useContext(RightsContext)

/** The rights of the menu call's reply. */
export function rightsOf(reply: { menusList: MenuEntry[]; buttonList: string[] }): Rights {
  const keys = new Set(reply.buttonList)
  return { menu: reply.menusList, can: (right) => keys.has(right) }
}
