import { themeAreas } from '../../core/domain/theme-names.ts'
import type { Ctx } from '../context.ts'
import { touchArea } from '../rows/touch-area.ts'

/** What stands on the site with the name of the department that answered it. */
const signed = ['suggestion', 'mail', 'apply', 'proposal', 'questAnswer', ...themeAreas] as const

/** Has all that departments sign shown anew: one of them is called otherwise. */
export async function touchSigned(ctx: Ctx): Promise<void> {
  for (const area of signed) await touchArea(ctx, area)
}
