import type { MenuEntry } from '../../core/contract/menu.ts'
import { menu as contract } from '../../core/contract/menu.ts'
import { holdsKey } from '../access/rights.ts'
import { whoOf } from '../context.ts'
import { implement } from '../pipeline.ts'

export const menu = implement(contract, {
  /** Entries under which the caller holds a key (or which hold none), as a tree; and the keys held. */
  list: async (ctx) => {
    const { rights } = whoOf(ctx)
    const rows = await ctx.db.selectFrom('resource').selectAll().orderBy('sort').orderBy('id').execute()
    const buttons = rows.filter((row) => row.type === 'Button')
    const buttonList = buttons.map((row) => row.alias).filter((key) => holdsKey(rights, key))
    const useful = (id: number): boolean => {
      const own = buttons.filter((button) => button.parentId === id)
      return own.length === 0 || own.some((button) => holdsKey(rights, button.alias))
    }
    const under = (parentId: number): MenuEntry[] =>
      rows
        .filter((row) => row.parentId === parentId && row.type !== 'Button')
        .map((row) => ({ ...row, id: String(row.id), parentId: String(row.parentId), children: under(row.id) }))
        .filter((entry) => (entry.type === 'Catalogue' ? entry.children.length > 0 : useful(Number(entry.id))))
    return { menusList: under(0), buttonList }
  },
})
