import { usage } from '../errors.ts'
import type { RawFlags } from '../flags.ts'
import { givenLine } from '../output/clean.ts'
import { didYouMean } from '../suggest.ts'
import type { World } from '../world.ts'
import { type SettingKey, sameServer, settings } from './settings.ts'
import { type ConfigFile, findRc, openStore, type Profile, type RcFile, type Store } from './store.ts'

/** A value together with where it came from. */
export interface Sourced {
  readonly value: string
  readonly origin: string
}

/** All settings of a run, resolved: flag > variable > nearest `.xzxrc.json` > profile > default. */
export interface Config {
  readonly profile: Sourced
  readonly values: Readonly<Record<SettingKey, Sourced>>
  /** The token to send, if there is one for this server. */
  readonly token: Sourced | null
  /** A token is stored, but was issued by another server and so isn't sent. */
  readonly foreignIssuer: string | null
  readonly stored: Profile
  readonly store: Store
}

const profileName = /^[\p{L}\p{N}._-]{1,64}$/u

function profileOf(world: World, flags: RawFlags, rc: RcFile | null, fallback: string | undefined): Sourced {
  const found: Sourced = flags.profile
    ? { value: flags.profile, origin: '--profile' }
    : world.env.XZX_PROFILE
      ? { value: world.env.XZX_PROFILE, origin: 'XZX_PROFILE' }
      : rc?.values.profile
        ? { value: rc.values.profile, origin: rc.path }
        : { value: fallback ?? 'default', origin: fallback ? '配置文件' : '默认' }
  if (!profileName.test(found.value)) throw usage(`配置名称 ${found.value} 无效`, '只用文字、数字、点、横线和下划线')
  return found
}

/** A name with a slip in it would else be a profile of defaults, and a token of the environment go to another server. */
function refuseUnknown({ value, origin }: Sourced, { profile, profiles = {} }: ConfigFile): void {
  if (value === 'default' || value === profile || Object.hasOwn(profiles, value)) return
  const names = Object.keys(profiles)
  throw usage(
    `没有配置 ${value}（${origin}）${didYouMean(value, names)}`,
    `运行 xzx auth login --profile ${value} 或 xzx config set server 地址 --profile ${value} 建立`,
    names.length > 0 ? `已有：${names.join('、')}` : '',
  )
}

function resolve(world: World, flags: RawFlags, rc: RcFile | null, profile: Profile, name: string) {
  const given = flags as unknown as Readonly<Record<string, unknown>>
  const pick = (s: (typeof settings)[number]): Sourced => {
    const { env = '', flag = '' } = s as { env?: string; flag?: string }
    const fromFlag = flag && typeof given[flag] === 'string' ? (given[flag] as string) : undefined
    const sources: readonly [string | undefined, string][] = [
      [fromFlag, `--${flag}`],
      [env ? world.env[env] || undefined : undefined, env],
      [rc?.values[s.key], rc?.path ?? ''],
      [profile[s.key], `配置 ${name}`],
    ]
    const [value, origin] = sources.find(([text]) => text !== undefined) ?? [s.fallback, '默认']
    const why = value === undefined || value === s.fallback ? null : s.wrong(value)
    if (why) throw usage(`${s.says}（${origin}）无效：${givenLine(value ?? '')}`, '', why)
    return { value: value ?? '', origin }
  }
  return Object.fromEntries(settings.map((s) => [s.key, pick(s)])) as Record<SettingKey, Sourced>
}

/** Reads flags, variables and files. @param makes the command makes the profile where there is none of this name */
export async function loadConfig(world: World, flags: RawFlags, makes: boolean): Promise<Config> {
  const store = openStore(world, flags.dryRun === true)
  const file = store.read()
  const rc = findRc(world.cwd)
  const profile = profileOf(world, flags, rc, file.profile)
  if (!makes) refuseUnknown(profile, file)
  const stored = file.profiles?.[profile.value] ?? {}
  const values = resolve(world, flags, rc, stored, profile.value)
  const given = world.env.XZX_TOKEN
  if (given === '')
    throw usage('环境变量 XZX_TOKEN 是空的', '检查给它赋值的命令；要用登录的账号，取消该变量（unset XZX_TOKEN）')
  if (given && !/^[\x21-\x7e]+$/.test(given))
    throw usage(
      '环境变量 XZX_TOKEN 中有空格、换行或其他不能用的字符',
      '令牌是一行字母和数字；从文件读取时去掉换行（Windows 换行有两个字符）',
    )
  const { token, issuer = '' } = stored
  const ours = token !== undefined && sameServer(issuer, values.server.value)
  return {
    profile,
    values,
    token: given
      ? { value: given, origin: 'XZX_TOKEN' }
      : ours
        ? { value: token, origin: `配置 ${profile.value}` }
        : null,
    foreignIssuer: !given && token !== undefined && !ours ? issuer : null,
    stored,
    store,
  }
}
