import type { Selectable } from 'kysely'
import type { MenuEntry } from '../../core/contract/menu.ts'
import { menu as contract } from '../../core/contract/menu.ts'
import { isShippedMenu, isShownIn, leadsElsewhere } from '../access/menu.ts'
import { holdsKey } from '../access/rights.ts'
import { whoOf } from '../context.ts'
import type { RowOf } from '../db/table.ts'
import type { resource as table } from '../db/tables/people.ts'
import { implement } from '../pipeline.ts'

const shown = (
  { id, name, alias, type, url, icon, parentId, sort }: Selectable<RowOf<typeof table.columns>>,
  children: MenuEntry[],
): MenuEntry => ({
  ...{ id: String(id), name, alias, type, url, icon, parentId: String(parentId), sort, children },
})

export const menu = implement(contract, {
  /** Entries of the caller's console under which the caller holds a key (or which hold none), as a tree; and the keys held. */
  list: async (ctx) => {
    const { rights } = whoOf(ctx)
    const rows = await ctx.db.selectFrom('resource').selectAll().orderBy('sort').orderBy('id').execute()
    const buttons = rows.filter((row) => row.type === 'Button')
    const buttonList = buttons.map((row) => row.alias).filter((key) => holdsKey(rights, key))
    // one without keys is for everybody where xzx ships it, and else for the roles that were given it
    const keysOf = Map.groupBy(buttons, ({ parentId }) => parentId)
    const useful = ({ id, alias, url }: (typeof rows)[number]): boolean => {
      if (leadsElsewhere(ctx.call.appKey, url)) return false
      const own = keysOf.get(id)
      if (own) return own.some((button) => holdsKey(rights, button.alias))
      return isShippedMenu(alias) || holdsKey(rights, alias)
    }
    const entries = rows.filter((row) => row.type !== 'Button' && isShownIn(ctx.call.appKey, row))
    const below = Map.groupBy(entries, ({ parentId }) => parentId)
    const under = (parentId: number): MenuEntry[] =>
      (below.get(parentId) ?? [])
        .map((row) => ({ row, children: under(row.id) }))
        .filter(({ row, children }) => (row.type === 'Catalogue' ? children.length > 0 : useful(row)))
        .map(({ row, children }) => shown(row, children))
    return { menusList: under(0), buttonList }
  },
})
