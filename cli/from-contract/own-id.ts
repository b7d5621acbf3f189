import type { Endpoint } from '../../core/contract/endpoint.ts'
import { valueOfWord } from '../../core/domain/enums.ts'
import { usage } from '../errors.ts'
import { checkValue } from './check.ts'
import { fieldMeta, ownIdOf, titleOf } from './fields.ts'
import { kebab } from './names.ts'

/**
 * The argument of a command whose call must be told which thing it is about: by its id, or by what it is known by, which may be a word (`xzx schedule run 更新网站`).
 */
export function ownArgument(area: string, e: Endpoint) {
  const field = ownIdOf(area, e)
  if (field === undefined) return { field, declares: {}, read: () => ({}) }
  const { words, key } = fieldMeta(e, field)
  const title = titleOf(e, field)
  return {
    field,
    /** What the verb says of it. */
    declares: { args: `[${key ? title : kebab(field)}]`, ...(words && { values: Object.values(words) }) },
    /**
     * The field with what was typed.
     * @param example a whole line, shown where nothing was typed
     * @throws CliError 2 for nothing, and for what the field cannot be
     */
    read(typed: string | undefined, example = ''): Record<string, unknown> {
      if (typed === undefined) throw usage(`缺少${title}${key ? '' : `（${kebab(field)}）`}`, `例如 ${example}`)
      const value = words ? (valueOfWord(words, typed) ?? typed) : typed
      checkValue(e, field, title, value)
      return { [field]: value }
    },
  }
}
