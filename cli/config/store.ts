import { readFileSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { CliError, exit } from '../errors.ts'
import { fileReason, ofFile } from '../files/fault.ts'
import type { World } from '../world.ts'
import { settingOf, settings } from './settings.ts'

/** What a profile holds: settings, and the session that `auth login` left. */
export interface Profile extends Partial<Record<string, string>> {
  readonly token?: string
  /** The server that issued the token; it is sent to no other. */
  readonly issuer?: string
  readonly user?: string
  readonly issuedAt?: string
}

/** The whole file: the profile in use, and all profiles by name. */
export interface ConfigFile {
  readonly profile?: string
  readonly profiles?: Readonly<Record<string, Profile>>
}

/** The user's own config file, kept by `conf` with mode 0600. */
export interface Store {
  readonly path: string
  read(): ConfigFile
  /** Changes a profile; a value of undefined removes the key. */
  change(profile: string, values: Readonly<Record<string, string | undefined>>): void
  use(profile: string): void
}

const sessionKeys = ['token', 'issuer', 'user', 'issuedAt']

/** A config that can't be used: named with its file and key, and left as it is. */
const badConfig = (file: string, key: string, why: string): CliError =>
  new CliError(exit.usage, `配置无效：${file}${key ? ` 的 ${key}` : ''}`, {
    code: 'CONFIG',
    why,
    hint: '改正后再试，文件未作任何改动',
  })

function checkProfile(file: string, name: string, profile: unknown): void {
  if (profile === null || typeof profile !== 'object') throw badConfig(file, `profiles.${name}`, '应为对象')
  for (const [key, value] of Object.entries(profile)) {
    const at = `profiles.${name}.${key}`
    if (typeof value !== 'string') throw badConfig(file, at, '应为文本')
    const why = sessionKeys.includes(key) ? null : settingOf(key)?.wrong(value)
    if (why) throw badConfig(file, at, why)
  }
}

function checkFile(file: string, config: ConfigFile): ConfigFile {
  if (config.profile !== undefined && typeof config.profile !== 'string') throw badConfig(file, 'profile', '应为文本')
  const { profiles = {} } = config
  if (profiles === null || typeof profiles !== 'object') throw badConfig(file, 'profiles', '应为对象')
  for (const [name, profile] of Object.entries(profiles)) checkProfile(file, name, profile)
  return config
}

/** An account without a home of its own: there is no config, and none can be kept. */
function noStore(error: unknown): Store {
  const path = join((error as { path: string }).path, 'config.json')
  const refuse = () => {
    throw ofFile(path, error)
  }
  return { path, read: () => ({}), change: refuse, use: refuse }
}

/** Opens the user's config. */
export async function openStore(world: World): Promise<Store> {
  const { default: Conf } = await import('conf')
  const { XZX_CONFIG_DIR: dir } = world.env
  const build = () =>
    new Conf<Record<string, unknown>>({
      projectName: 'xzx',
      projectSuffix: '',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      ...(dir && { cwd: dir }),
    })
  let conf: ReturnType<typeof build>
  try {
    conf = build()
  } catch (error) {
    // only the folder is missing: variables and flags may say all that is needed
    if ((error as { syscall?: string }).syscall === 'mkdir') return noStore(error)
    const file = dir ? join(dir, 'config.json') : '用户配置文件 config.json'
    throw badConfig(
      (error as { path?: string }).path ?? file,
      '',
      error instanceof SyntaxError ? '不是有效的 JSON' : (fileReason(error) ?? String((error as Error).message)),
    )
  }
  const read = () => checkFile(conf.path, conf.store as ConfigFile)
  const set = (key: string, value: unknown) => {
    try {
      conf.set(key, value)
    } catch (error) {
      throw ofFile(conf.path, error)
    }
  }
  return {
    path: conf.path,
    read,
    change(name, values) {
      const { profiles = {} } = read()
      const merged = Object.entries({ ...profiles[name], ...values }).filter(([, value]) => value !== undefined)
      set('profiles', { ...profiles, [name]: Object.fromEntries(merged) })
    },
    use: (name) => set('profile', name),
  }
}

/** The nearest `.xzxrc.json`, from the working folder upwards. */
export interface RcFile {
  readonly path: string
  readonly values: Readonly<Record<string, string>>
}

const rcKeys: readonly string[] = ['profile', ...settings.map((s) => s.key)]
const secret = /token|password|secret|passwd|口令|密码/i

function checkRc(path: string, json: unknown): Record<string, string> {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) throw badConfig(path, '', '应为 JSON 对象')
  const values: Record<string, string> = {}
  for (const [key, value] of Object.entries(json)) {
    if (secret.test(key)) throw badConfig(path, key, '这个文件不能存放令牌或密码')
    if (!rcKeys.includes(key)) throw badConfig(path, key, `没有这个键，可用：${rcKeys.join('、')}`)
    if (typeof value !== 'string' && typeof value !== 'number') throw badConfig(path, key, '应为文本或数字')
    const why = settingOf(key)?.wrong(String(value))
    if (why) throw badConfig(path, key, why)
    values[key] = String(value)
  }
  return values
}

/** Looks for `.xzxrc.json`; null when there is none. */
export function findRc(cwd: string): RcFile | null {
  for (let dir = cwd; ; dir = dirname(dir)) {
    const path = join(dir, '.xzxrc.json')
    let text: string | undefined
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      if (dir === parse(dir).root) return null
      continue
    }
    let json: unknown
    try {
      json = JSON.parse(text.replace(/^\uFEFF/, ''))
    } catch {
      throw badConfig(path, '', '不是有效的 JSON')
    }
    return { path, values: checkRc(path, json) }
  }
}
