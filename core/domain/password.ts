import { kindsFault, leastForm, lengthFault, type PasswordForm } from './password-policy.ts'

const fromBehind = (text: string) => [...text].reverse().join('')

/** So much must be left of a password without what everybody would think of. */
const worthMin = 4

/** What everybody tries first and the rule for words does not find; letters in lower case. */
const common: ReadonlySet<string> = new Set(
  `batman123 trustno1 starwars michael1 whatever 112233445566 11223344 woaiwojia dearbook 3rjs1la7qe`
    .split(/\s+/)
    .filter(Boolean),
)

/** What passwords are put together from, with figures behind or before. */
const words: readonly string[] = (
  'password passw0rd p@ssw0rd p@ssword administrator admin root test guest user default welcome letmein iloveyou loveyou changeme master ' +
  'secret shadow dragon monkey computer internet sunshine princess football baseball google xzx gov china beijing woaini aini hello world ' +
  'january february march april june july august september october november december spring summer autumn winter ' +
  'monday tuesday wednesday thursday friday saturday sunday today tomorrow happy lucky ' +
  'windows office oracle mysql redis linux ubuntu centos server system database network microsoft huawei xiaomi lenovo kylin nginx tomcat docker ' +
  'manager service website security support company ' +
  'mima zhengfu zhengxie xinxi xitong guanliyuan guanli bangongshi bangong wangzhan houtai xuanchuan nihao zhongguo ' +
  'zhonghua renmin gongheguo gongchandang zhongyang weiyuanhui weiyuan fuwuqi fuwu gongzuo xuexi denglu yonghu wangluo diannao jisuanji shujuku shuju ' +
  'shengri kuaile xinnian chunjie jiankang pingan xingfu dajia women laoshi xuesheng gongsi danwei keji keshi lingdao jiguan difang xianzheng shizheng ' +
  'chuntian xiatian qiutian dongtian xingqi wanshi ruyi fangfa anquan ' +
  '密码 管理员 管理 我爱你 政协 政府 信息 系统 中国 办公室 为人民服务 人民 中华 共和国 你好 新年快乐 生日快乐'
)
  .split(' ')
  .flatMap((word) => (/^[a-z]{4,}$/.test(word) ? [word, fromBehind(word)] : [word]))
  .sort((a, b) => b.length - a.length)

/** Where fingers and habit go by themselves; either way, and from any key on. */
const walks: readonly string[] = (
  'qwertyuiopqwertyuiop asdfghjklasdfghjkl zxcvbnmzxcvbnm 12345678901234567890 !@#$%^&*() abcdefghijklmnopqrstuvwxyz ' +
  '1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 1qaz2wsx3edc4rfv5tgb6yhn7ujm qazwsxedcrfvtgbyhnujm !qaz@wsx#edc$rfv ' +
  '1qazxsw23edc zaq12wsx qweasdzxc 147258369 159357 5201314'
)
  .split(' ')
  .flatMap((walk) => [walk, fromBehind(walk)])
const stepsMin = 3

/** Days, with their year or without its century, numbers of mobile phones, years; a character again and again. */
const figures =
  /(?:19|20)\d\d[-./年]?(?:0[1-9]|1[0-2])[-./月]?(?:0[1-9]|[12]\d|3[01])|1[3-9]\d{9}|\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:19|20)\d\d|(.)\1\1+/y

/** Up to three syllables of pinyin: a person, a place, a word of two or three characters. */
const pinyin =
  /^(?:(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|iao|ian|ang|eng|ing|ong|uai|uan|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|un|ue|ve|[aoeiuv])){1,3}$/

/** How many characters, from a place on, everybody would think of. */
function guessedAt(text: string, at: number): number {
  figures.lastIndex = at
  const figured = figures.exec(text)?.[0].length ?? 0
  let steps = stepsMin
  const walked = () => at + steps <= text.length && walks.some((walk) => walk.includes(text.slice(at, at + steps)))
  while (walked()) steps += 1
  return Math.max(figured, steps > stepsMin ? steps - 1 : 0)
}

/** Figures are ten, letters and signs some thirty, Chinese characters thousands. */
const worthOf = (c: string) => (/\d/.test(c) ? 0.5 : c > '\u024f' ? 2 : 1)
/** Beside a word that everybody would think of, what people put there are figures and signs: they are worth nothing. */
const worthBeside = (c: string) => (/\p{L}/u.test(c) ? worthOf(c) : 0)

/** How much a text is worth that stands beside a word which everybody would think of. */
export const leftIsLittle = (left: string, worth = worthBeside): boolean =>
  [...left].reduce((sum, c) => sum + worth(c), 0) < worthMin

/** A word, a name or a place with a day, a year or a row of keys, and hardly anything besides. */
function guessable(text: string, names: readonly string[]): boolean {
  let left = ''
  let worded = false
  for (let at = 0; at < text.length; ) {
    const word = [...names, ...words].find((one) => text.startsWith(one, at))
    if (word) worded = true
    const size = word?.length ?? guessedAt(text, at)
    if (size === 0) left += text[at]
    at += size || 1
  }
  return leftIsLittle(left, worded ? worthBeside : worthOf) || pinyin.test(left.replace(/[^\da-z]/g, ''))
}

/** One unit again and again: `abcabcabc`, `88888888`. */
function repeats(text: string, longest = 4): boolean {
  for (let size = 1; size <= longest; size += 1)
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
  return (steps.size === 1 && (steps.has(1) || steps.has(-1))) || walks.some((walk) => walk.includes(text))
}

/** A shorter account stands in words by chance. */
const ownMin = 4

const plainOf = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/**
 * Why a password will not do, in words that follow its name; null when it will.
 * @param account whose it is to be: what everybody knows of them is no secret
 * @param names of the person and the unit
 * @param form what it must be made of
 */
export function passwordFault(
  password: string,
  account = '',
  names: readonly string[] = [],
  form: PasswordForm = leastForm,
): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  const short = lengthFault(password, form)
  if (short) return short
  if (plain.trim() === '') return '不能全是空格'
  if (repeats(plain) || runs(plain)) return '过于简单（重复或连续的字符）'
  const known = [account, ...names].map(plainOf)
  const near = known.findIndex((name) => name.length > 1 && plain.split(name).join('').length < worthMin)
  if (near >= 0) return near === 0 ? '与账号过于相近' : '与姓名或单位过于相近'
  const own = plainOf(account)
  if (own.length >= ownMin && (plain.includes(own) || plain.includes(fromBehind(own)))) return '不能含有账号'
  if (common.has(plain)) return '过于常见'
  // a long word twice, once it is known whose name it is not
  if (repeats(plain, plain.length / 2)) return '过于简单（重复或连续的字符）'
  const told = known.filter((name) => name.length > 1)
  if (guessable(plain, told))
    return known.some((name) => name.length > 1 && plain.includes(name))
      ? '容易猜到：其中有账号、姓名或单位的名称，别人会先试这些'
      : '容易猜到：不要用常见的词或拼音加数字、日期、连续的按键'
  return kindsFault(password, form)
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
