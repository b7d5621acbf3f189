import { passwordRuleKinds } from '../../core/domain/enums.ts'
import { passwordFault } from '../../core/domain/password.ts'
import type { PasswordPolicy } from '../../core/domain/password-policy.ts'
import { wordsOf } from '../../core/domain/password-words.ts'
import { defaultOf, type SettingName } from '../../core/domain/settings.ts'
import { Refused } from '../../core/errors.ts'
import { breather } from '../breather.ts'
import type { Ctx } from '../context.ts'
import { storedSettings } from '../settings.ts'
import { loadSettings } from '../site/settings.ts'
import { isCommonPassword } from './common-passwords.ts'
import { checkPassword } from './password.ts'

/** So many hashes are kept of each user: the most that a policy may ask for. */
const pastMax = 12

/** What holds for passwords that are set now. */
export async function policyOf({ db }: Pick<Ctx, 'db'>): Promise<PasswordPolicy> {
  const stored = await storedSettings(db)
  const number = (name: SettingName) => Number(stored.get(name) ?? defaultOf(name))
  return {
    lengthMin: number('password.lengthMin'),
    kindsMin: number('password.kindsMin'),
    history: number('password.history'),
    expireDays: number('password.expireDays'),
    firstChange: number('password.firstChange') === 1,
  }
}

const chinese = /\p{Script=Han}/u
/** Its dictionary takes a thirtieth of a second to load, which no start of the server has to wait for. */
const speller = async () => {
  const { pinyin } = await import('pinyin-pro')
  return (text: string) => pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' })
}

/** A name as people type it: 李晓燕, lixiaoyan, xiaoyan, lixy, lxy. */
async function spelledOf(name: string): Promise<string[]> {
  if (!chinese.test(name)) return [name]
  const syllablesOf = await speller()
  const parts = syllablesOf(name).map((part) => part.toLowerCase())
  const shortened = parts.map((_, whole) =>
    [...parts.slice(0, whole), ...parts.slice(whole).map((part) => part.slice(0, 1))].join(''),
  )
  return [name, parts.join(''), parts.slice(1).join(''), ...shortened].filter((one) => one.length > 2 || one === name)
}

/** An account and what everybody knows of its owner: name, department, the unit's names. */
async function knownOf(ctx: Ctx, userId: number) {
  const found = await ctx.db
    .selectFrom('user')
    .leftJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.account', 'user.name', 'dept.name as deptName'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND', `用户 ${userId} 不存在或无权操作`)
  const settings = await loadSettings({ read: ctx.db })
  const names = [found.name, found.deptName ?? '', settings['site.name'], settings['site.fullName']].filter(Boolean)
  return { account: found.account, names: (await Promise.all(names.map(spelledOf))).flat() }
}

type Typed = readonly (readonly [word: string, typed: readonly string[]])[]
/** Spelling the words of all rules takes seconds where they are as many as there may be: others have their turn between. */
async function spell(words: string): Promise<Typed> {
  const breathe = breather()
  const typed: [string, readonly string[]][] = []
  for (const word of wordsOf(words)) {
    await breathe()
    typed.push([word, (await spelledOf(word)).slice(0, 2)])
  }
  return typed
}

/** More than there may be rules. */
const spelledMost = 100
/** A rule's words as people type them, each with the word itself; spelled once, for a rule may have hundreds. */
const spelled = new Map<string, Promise<Typed>>()
function typedWords(words: string): Promise<Typed> {
  const known = spelled.get(words)
  if (known) return known
  const made = spell(words)
  const [oldest] = spelled.keys()
  if (spelled.size >= spelledMost && oldest !== undefined) spelled.delete(oldest)
  spelled.set(words, made)
  made.catch(() => spelled.delete(words))
  return made
}

/** The rules of the site's own: the word that a password has in it, or is. */
async function ruledOut({ db }: Ctx, password: string): Promise<string | null> {
  const plain = password.normalize('NFKC').toLowerCase()
  const rules = await db.selectFrom('passwordRule').select(['kind', 'words']).where('enabled', '=', 1).execute()
  const breathe = breather()
  for (const { kind, words } of rules) {
    await breathe()
    for (const [word, typed] of await typedWords(words))
      if (typed.some((one) => (kind === 2 ? plain === one : plain.includes(one))))
        return `${passwordRuleKinds[kind as 1 | 2]}「${word}」（本单位的密码规则）`
  }
  return null
}

/**
 * Judges a password that somebody is to have by all that is not secret: what it is made of, the words in it, whose it is.
 * @param label what the refusal calls it
 * @throws Refused BAD_INPUT saying what is missing or what it must not be; NOT_FOUND
 */
export async function refuseUnfit(ctx: Ctx, userId: number, password: string, label = '新密码'): Promise<void> {
  const { account, names } = await knownOf(ctx, userId)
  const fault =
    passwordFault(password, account, names, await policyOf(ctx)) ??
    ((await isCommonPassword(password)) ? '过于常见，别人最先试的就是它' : null) ??
    (await ruledOut(ctx, password))
  if (fault) throw new Refused('BAD_INPUT', `${label}${fault}`)
}

/**
 * Judges a password by those that its user has and had. Only for who has just shown the one of now: to anybody else the refusal would be
 * an answer to a guess that nobody counts. Hashes take their time: not within a transaction.
 * @throws Refused BAD_INPUT
 */
export async function refuseUsed(ctx: Ctx, userId: number, password: string): Promise<void> {
  const { history } = await policyOf(ctx)
  const now = await ctx.db.selectFrom('user').select('password').where('id', '=', userId).executeTakeFirstOrThrow()
  if (await checkPassword(password, now.password)) throw new Refused('BAD_INPUT', '新密码不能与原密码相同')
  const past = ctx.db.selectFrom('passwordPast').select('password').where('userId', '=', userId).orderBy('id', 'desc')
  for (const one of await past.limit(history - 1).execute())
    if (await checkPassword(password, one.password))
      throw new Refused('BAD_INPUT', `新密码不能与最近 ${history} 次用过的相同`)
}

/** Keeps the password that somebody is about to lose, so that they don't take it again; within the transaction that changes it. */
export async function keepPast({ db, now }: Ctx, userId: number): Promise<void> {
  await db
    .insertInto('passwordPast')
    .columns(['userId', 'password', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('user')
        .select(['id', 'password', eb.val(now).as('at')])
        .where('id', '=', userId),
    )
    .execute()
  const kept = db.selectFrom('passwordPast').select('id').where('userId', '=', userId).orderBy('id', 'desc')
  const ids = (await kept.limit(pastMax).execute()).map(({ id }) => id)
  await db.deleteFrom('passwordPast').where('userId', '=', userId).where('id', 'not in', ids).execute()
}

const day = 24 * 3600_000

/** When a password is over; null: it lasts. */
export const expiryOf = ({ expireDays }: PasswordPolicy, { passwordAt }: { passwordAt: number }): number | null =>
  expireDays === 0 ? null : passwordAt + expireDays * day
