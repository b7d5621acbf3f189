/** What a password must be made of, and how long it lasts: an administrator sets it (core/domain/settings.ts, the group of passwords). */
export interface PasswordPolicy {
  /** Characters. */
  readonly lengthMin: number
  /** Of how many kinds they must be: capitals, small letters, figures, signs. */
  readonly kindsMin: number
  /** The last so many are not taken again. */
  readonly history: number
  /** Days; 0: it lasts for ever. */
  readonly expireDays: number
  /** Who got it from somebody else changes it when they sign in first. */
  readonly firstChange: boolean
}

/** What a page or a terminal judges by before it sends a password. */
export type PasswordForm = Pick<PasswordPolicy, 'lengthMin' | 'kindsMin'>

/** What holds where nobody has set anything, and for passwords that the environment gives. */
export const leastForm: PasswordForm = { lengthMin: 8, kindsMin: 1 }

const kinds = { 大写字母: /\p{Lu}/u, 小写字母: /\p{Ll}/u, 数字: /\p{Nd}/u, '符号（或汉字）': /[^\p{Lu}\p{Ll}\p{Nd}]/u }
const kindNames = Object.keys(kinds)

/** So long, and nobody needs to think of signs: it is the length that counts. */
export const longEnough = 16

/** What passwords must be like, as a hint beside the field. */
export function policyWords({ lengthMin, kindsMin }: PasswordForm): string {
  const long = `至少 ${lengthMin} 个字符`
  if (kindsMin <= 1) return long
  const said = kindsMin === kindNames.length ? '' : `中的 ${kindsMin} 种`
  return `${long}，含${kindNames.join('、')}${said}${lengthMin < longEnough ? `（满 ${longEnough} 个字符的不限）` : ''}`
}

/** How many characters a password lacks, in words that follow its name; null when it is long enough. */
export function lengthFault(password: string, { lengthMin }: PasswordForm): string | null {
  const length = [...password.normalize('NFKC')].length
  return length < lengthMin ? `至少 ${lengthMin} 个字符，现在是 ${length} 个` : null
}

/** Which kinds of characters a password lacks, in words that follow its name; null when it has enough of them. */
export function kindsFault(password: string, { kindsMin }: PasswordForm): string | null {
  const plain = password.normalize('NFKC')
  const lacking = kindNames.filter((name) => !kinds[name as keyof typeof kinds].test(plain))
  const missing = kindsMin - (kindNames.length - lacking.length)
  if (missing <= 0 || [...plain].length >= longEnough) return null
  const which = missing === lacking.length ? '' : `中的 ${missing} 种`
  return `还缺少${lacking.join('、')}${which}`
}
