import { formats, pageSizes } from '../flags.ts'

/** One setting: its key in files, its variable, its flag, and what it may be. */
export interface Setting {
  readonly key: string
  readonly says: string
  readonly env?: string
  readonly flag?: string
  readonly fallback: string
  /** What is wrong with a value; null: nothing. */
  readonly wrong: (text: string) => string | null
}

const spans: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3600_000 }

/** `30s`, `500ms`, `2m`, `1h` or plain seconds → milliseconds; null when it is none of them. */
export function parseSpan(text: string): number | null {
  const m = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim())
  const ms = m ? Number(m[1]) * (spans[m[2] ?? 's'] as number) : Number.NaN
  return Number.isFinite(ms) && ms > 0 && ms < 2 ** 31 ? ms : null
}

const whole = (min: number, max: number) => (text: string) =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? null : `应为 ${min} 到 ${max} 之间的整数`
const span = (text: string) => (parseSpan(text) === null ? '应为时长，例如 30s、2m' : null)
const oneOf = (values: readonly (string | number)[]) => (text: string) =>
  values.map(String).includes(text) ? null : `只能是 ${values.join('、')}`

function address(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) return '应为 http:// 或 https:// 开头的地址'
  return url.username || url.password ? '地址中不能带用户名或密码' : null
}

/** All settings: flag, variable, file and default come from here. */
export const settings = [
  {
    key: 'server',
    says: '服务器地址',
    env: 'XZX_SERVER',
    flag: 'server',
    fallback: 'http://127.0.0.1:8080',
    wrong: address,
  },
  { key: 'format', says: '输出格式', env: 'XZX_FORMAT', flag: 'format', fallback: '', wrong: oneOf(formats) },
  { key: 'timeout', says: '请求时限', flag: 'timeout', fallback: '30s', wrong: span },
  { key: 'retry', says: '重试次数', flag: 'retry', fallback: '2', wrong: whole(0, 20) },
  { key: 'concurrency', says: '并发请求数', flag: 'concurrency', fallback: '4', wrong: whole(1, 32) },
  { key: 'size', says: '每页条数', flag: 'size', fallback: '10', wrong: oneOf(pageSizes) },
] as const satisfies readonly Setting[]

export type SettingKey = (typeof settings)[number]['key']
/** A setting by its key; undefined: there is none. */
export const settingOf = (key: string): Setting | undefined => settings.find((s) => s.key === key)

/** Whether two addresses mean the same server. */
export const sameServer = (a: string, b: string): boolean => normal(a) === normal(b)
const normal = (text: string) => (URL.canParse(text) ? new URL(text).href.replace(/(?<!\/)\/+$/, '') : text)
