import { createContext, useContext } from 'react'
import type { MenuEntry } from '../../core/contract/menu.ts'
import type { Right } from '../../core/contract/rights.ts'

export type { Right }

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
