import type { ThemeArea } from '../../core/domain/theme-names.ts'
import type { Ctx } from '../context.ts'
import { themeTables } from '../db/tables/theme.ts'
import { placed } from '../letters/placed.ts'
import type { AnyDb } from '../rows/list.ts'
import { touchRows } from '../rows/touch-area.ts'

/** What keeps a group's topics on the site as they stand here. */
export function placesOf(area: ThemeArea) {
  const read = (ctx: Ctx, ids: readonly number[]) =>
    (ctx.db as unknown as AnyDb)
      .selectFrom(themeTables[area].topics.name)
      .select(['id', 'openNo', 'state', 'shown', 'deletedAt'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute() as unknown as Promise<
      readonly {
        readonly id: number
        readonly openNo: number | null
        readonly state: number
        readonly shown: number
        readonly deletedAt: number | null
      }[]
    >
  return {
    /** After a change of what is shown: who came gets a place in the list, who left gives it back, and the site follows. */
    async place(ctx: Ctx, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return
      const moved = (await read(ctx, ids)).map((row) => ({
        ...{ row, at: row.openNo === null ? 0 : 1 },
        to: row.state === 1 && row.shown === 1 && row.deletedAt === null ? 1 : 0,
      }))
      await placed(ctx, area, 1, moved)
    },
    /** After a change of what stands on the page of one; nothing where it is not shown. @param left something may have left it */
    async touch(ctx: Ctx, id: number, left = false): Promise<void> {
      const shown = (await read(ctx, [id])).filter(({ openNo }) => openNo !== null)
      if (shown.length > 0)
        await touchRows(
          ctx,
          area,
          shown.map((row) => ({ id: row.id, place: row.openNo })),
          left,
        )
    },
  }
}
