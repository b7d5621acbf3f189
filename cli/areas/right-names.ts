import type { z } from 'zod'
import type { resource } from '../../core/contract/resource.ts'
import { CliError, exit, usage } from '../errors.ts'
import { cleanLine } from '../output/clean.ts'
import { nearest } from '../suggest.ts'

/** A right as a role holds it or not. */
export type Held = z.infer<typeof resource.roleList.output>[number]

/** `article_*` as an expression over keys; what else stands in it is taken as it is. */
const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .split('*')
      .map((part) => part.replace(/[^\w]/g, '\\$&'))
      .join('\\w*')}$`,
  )

/** How a right is said where it is named: 「发布文章（article_approve）」. */
export const rightWords = ({ name, alias }: Held): string => cleanLine(`${name}（${alias ?? ''}）`)

/**
 * The rights that were meant, each once: by key, by what they let people do, or several by a pattern of keys (`article_*`).
 * @throws CliError 1 for what none is called, 2 for a name that several have
 */
export function rightsNamed(all: readonly Held[], texts: readonly string[]): Held[] {
  const rights = all.filter(({ type }) => type === 'Button')
  const found = new Map<string, Held>()
  for (const text of texts) {
    const pattern = text.includes('*') ? patternOf(text) : null
    const some = rights.filter(({ alias, name }) =>
      pattern ? pattern.test(alias ?? '') : alias === text || name === text,
    )
    if (some.length === 0) throw unknown(rights, text)
    if (some.length > 1 && !pattern)
      throw usage(`有 ${some.length} 项权限叫 ${text}`, `请写键：${some.map(({ alias }) => alias).join('、')}`)
    for (const one of some) found.set(one.id, one)
  }
  return [...found.values()]
}

function unknown(rights: readonly Held[], text: string): CliError {
  const holding = rights.filter(({ name }) => text.length > 1 && name.includes(text))
  const near = nearest(
    text,
    rights.flatMap(({ alias, name }) => [alias ?? '', name]),
  )
  const meant = holding.length > 0 ? holding.slice(0, 3).map(rightWords).join('、') : near
  return new CliError(exit.refused, `没有权限 ${text}${meant ? `，您是否想输入 ${meant}？` : ''}`, {
    code: 'NOT_FOUND',
    hint: '运行 xzx role keys 管理员 查看全部权限',
  })
}
