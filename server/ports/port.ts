/**
 * An outside service. Its place is one file of this folder, its settings stand in core/domain/settings.ts, its secrets in variables of the
 * environment; a test puts another one in its place by `parts.ports`.
 */
export interface Port {
  /** Why nothing goes out by it, and what to do, in words; null: it is there. */
  readonly missing: string | null
}

/** Variables that only make sense together. @throws naming those that are not set, where some are */
export function together(env: NodeJS.ProcessEnv, names: readonly string[]): readonly string[] | null {
  const values = names.map((name) => env[name] ?? '')
  if (values.every((value) => value === '')) return null
  const absent = names.filter((_, i) => values[i] === '')
  if (absent.length > 0) throw new Error(`${names.join('、')} 要一起设置，现缺少 ${absent.join('、')}`)
  return values
}
