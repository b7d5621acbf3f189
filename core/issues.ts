import type { z } from 'zod'

export type Issue = z.core.$ZodIssue

const typeNames: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  record: '对象',
}

/** What of a value a bound is about, where it is not the value itself. */
const bounded: Readonly<Record<string, string>> = { string: '字数', array: '个数', set: '个数', file: '字节数' }

/** Why a schema refuses a value, in Chinese: of a union the branch that got furthest. */
export function reasonOf(issue: Issue): string {
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message
  if (/[\u4e00-\u9fff]/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type') return `应为${typeNames[issue.expected] ?? '其他类型'}`
  if (issue.code === 'unrecognized_keys') return `没有这一项：${issue.keys.slice(0, 5).join('、')}`
  if (issue.code === 'invalid_value') {
    const values = issue.values.slice(0, 10).map(String).join('、')
    return issue.values.length === 1 ? `应为 ${values}` : `应为 ${values} 之一`
  }
  if (issue.code === 'too_big') return `${bounded[issue.origin] ?? ''}不能大于 ${issue.maximum}`
  if (issue.code === 'too_small') return `${bounded[issue.origin] ?? ''}不能小于 ${issue.minimum}`
  if (issue.code === 'invalid_union') {
    const all = issue.errors.flat()
    const furthest = all.reduce<Issue | undefined>((a, b) => (a && a.path.length >= b.path.length ? a : b), undefined)
    const inner = all.find((one) => one.code === 'custom') ?? furthest
    return inner ? reasonOf(inner) : '类型不符'
  }
  return '不符合要求'
}

/** Where in a JSON text an issue is: `steps[2].run`. */
export const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
