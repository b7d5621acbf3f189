import { refuseWords } from '../areas/article/word-check.ts'
import type { Ctx } from '../context.ts'
import { checkNow } from './check.ts'
import { wordsNow } from './known.ts'

/**
 * What visitors would read of a row is looked through for forbidden words first.
 * @param fields its texts; what is empty, or none, is passed over
 * @throws Refused SENSITIVE_WORDS
 */
export async function refuseForbidden(ctx: Ctx, row: object, fields: readonly string[]): Promise<void> {
  const texts = fields.flatMap((field) => {
    const text = (row as Readonly<Record<string, unknown>>)[field]
    return typeof text === 'string' && text !== '' ? [{ field, text }] : []
  })
  refuseWords({ found: checkNow(await wordsNow(ctx), texts) })
}
