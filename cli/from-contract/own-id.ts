import type { Endpoint } from '../../core/contract/endpoint.ts'
import { valueOfWord } from '../../core/domain/enums.ts'
import { namedId } from '../areas/reference-names.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { kebab } from '../spelling.ts'
import { checkValue } from './check.ts'
import { fieldMeta, ownIdOf, titleOf } from './fields.ts'
import { referenceOf } from './names.ts'

/**
 * The argument of a command whose call must be told which thing it is about: by its id, or by what it is known by: a word (`xzx schedule run 更新网站`), or its name (`xzx role users 审核员`).
 */
export function ownArgument(area: string, e: Endpoint) {
  const field = ownIdOf(area, e)
  if (field === undefined) return { field, declares: {}, read: async () => ({}) }
  const { words, key } = fieldMeta(e, field)
  const of = referenceOf(e, field, area)
  const title = titleOf(e, field)
  return {
    field,
    /** What the verb says of it. */
    declares: {
      args: `[${key || of ? title : kebab(field)}]`,
      ...(words && { values: Object.values(words) }),
      ...(of && { of }),
    },
    /**
     * The field with what was typed.
     * @param example a whole line, shown where nothing was typed
     * @throws CliError 2 for nothing, and for what the field cannot be; 1 for a name that none has
     */
    async read(ctx: Context, typed: string | undefined, example = ''): Promise<Record<string, unknown>> {
      if (typed === undefined) throw usage(`缺少${title}${key ? '' : `（${kebab(field)}）`}`, `例如 ${example}`)
      const value = of ? await namedId(ctx, of, typed) : words ? (valueOfWord(words, typed) ?? typed) : typed
      checkValue(e, field, title, value)
      return { [field]: value }
    },
  }
}
