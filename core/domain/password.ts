const lengthMin = 8

/** What everybody tries first; letters in lower case. Runs and repetitions are found by rule. */
const common: ReadonlySet<string> = new Set(
  `password passw0rd password1 password12 password123 p@ssw0rd p@ssword admin123 admin1234 admin12345 admin888 admin@123
  administrator root1234 test1234 changeme welcome1 welcome123 letmein1 iloveyou sunshine princess football baseball superman
  batman123 trustno1 starwars dragon123 monkey123 michael1 computer internet whatever master123 shadow123 secret123 default1
  guest123 user1234 qwer1234 qwert123 qwerty12 qwerty123 qwerty1234 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 qazwsxedc zaq12wsx
  1qazxsw2 asdf1234 asd12345 asdfasdf zxcvbnm1 zxcvbnm123 abc12345 abcd1234 abc123456 a1234567 a12345678 a123456789 aa123456
  aa123456789 qq123456 qq123456789 q123456789 z123456789 w123456789 123456aa 123456abc 123456qq 123qweasd 123qwe123 12345qwert
  1234qwer 12344321 123321123 123123123 112233445566 11223344 147258369 159357456 789456123 741852963 987654321 0123456789
  woaini1314 woaini520 woaini521 woaini123 woaini123456 woaiwojia wodemima 5201314a a5201314 520131400 52013145 13145200 1314520a
  5211314a aini1314 mima1234 mima123456 zhengfu123 zhengxie123 zhengxie xzxadmin xitong123 guanliyuan guanli123 gov12345 china123 zhongguo
  beijing2008 nihao123 qwe123456 asd123456 zxc123456 abc123abc iloveyou1 loveyou123 dearbook 3rjs1la7qe google123 zhang123 wang1234`
    .split(/\s+/)
    .filter(Boolean),
)

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890']

/** One unit again and again: `abcabcabc`, `88888888`. */
function repeats(text: string): boolean {
  for (let size = 1; size <= 4; size += 1)
    if (
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length)
    )
      return true
  return false
}

/** Neighbours all the way: `12345678`, `hgfedcba`, or along the keyboard. */
function runs(text: string): boolean {
  const steps = new Set([...text].slice(1).map((c, i) => (c.codePointAt(0) ?? 0) - (text.codePointAt(i) ?? 0)))
  if (steps.size === 1 && (steps.has(1) || steps.has(-1))) return true
  return rows.some((row) => `${row}${row}`.includes(text) || [...`${row}${row}`].reverse().join('').includes(text))
}

/**
 * Why a password will not do, in words that follow its name; null when it will.
 * @param account whose it is to be: what everybody knows of them is no secret
 */
export function passwordFault(password: string, account = ''): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  if ([...plain].length < lengthMin) return `至少 ${lengthMin} 个字符`
  if (plain.trim() === '') return '不能全是空格'
  if (repeats(plain) || runs(plain)) return '过于简单（重复或连续的字符）'
  const name = account.trim().toLowerCase()
  if (name.length > 1 && plain.split(name).join('').length < lengthMin / 2) return '与账号过于相近'
  if (common.has(plain)) return '过于常见'
  return null
}

/** How hard a password is to guess, in words. */
export type Strength = '弱' | '中' | '强'

const kinds: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[!-/:-@[-`{-~ ]/, 33],
  [/[^ -~]/, 2000],
]

/** A rough measure, to show while typing: how long it is, and of how many kinds of characters; those that come again count half. */
export function passwordStrength(password: string, account = ''): Strength {
  if (passwordFault(password, account)) return '弱'
  const characters = [...password]
  const distinct = new Set(characters).size
  const pool = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const bits = (distinct + (characters.length - distinct) / 2) * Math.log2(pool)
  return bits < 45 ? '弱' : bits < 64 ? '中' : '强'
}
