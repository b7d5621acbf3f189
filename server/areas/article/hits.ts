import type { Ctx } from '../../context.ts'
import { article as table } from '../../db/tables/article.ts'
import { isEmpty, test } from '../../rows/condition.ts'
import { countVisit } from '../../rows/visit.ts'

/** Counts a reader of an article, each once a day. @throws Refused NOT_FOUND where it is not online */
export const countHit = async (ctx: Ctx, id: number): Promise<{ hits: number }> => ({
  hits: await countVisit(ctx, { table, id, column: 'hits', open: [test('status', '=', 2), isEmpty('deletedAt')] }),
})
