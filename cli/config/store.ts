import { accessSync, constants, lstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import envPaths from 'env-paths'
import { CliError, exit, usage } from '../errors.ts'
import { fileReason, ofFile } from '../files/fault.ts'
import { makeFolder, nearestFolder } from '../files/folder.ts'
import type { World } from '../world.ts'
import { holdConfig } from './hold.ts'
import { settingOf, settings } from './settings.ts'

/** What a profile holds: settings, and the session that `auth login` left. */
export interface Profile extends Partial<Record<string, string>> {
  readonly token?: string
  /** The server that issued the token; it is sent to no other. */
  readonly issuer?: string
  readonly user?: string
  readonly issuedAt?: string
  /** What the server knows this installation by at the next sign-in, and for which account and server. */
  readonly device?: string
  readonly deviceFor?: string
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
  /** Changes a profile; a value of undefined removes the key. Under `--dry-run` it only fails where it would. */
  change(profile: string, values: Readonly<Record<string, string | undefined>>): Promise<void>
  use(profile: string): Promise<void>
}

const sessionKeys = ['token', 'issuer', 'user', 'issuedAt', 'device', 'deviceFor']

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
  if (config === null || typeof config !== 'object' || Array.isArray(config))
    throw badConfig(file, '', '应为 JSON 对象')
  if (config.profile !== undefined && typeof config.profile !== 'string') throw badConfig(file, 'profile', '应为文本')
  const { profiles = {} } = config
  if (profiles === null || typeof profiles !== 'object') throw badConfig(file, 'profiles', '应为对象')
  for (const [name, profile] of Object.entries(profiles)) checkProfile(file, name, profile)
  return config
}

/** Nothing there: no file, or no folder that it could be in. */
const absent = ['ENOENT', 'ENOTDIR']

/** Reads the file as it is; `conf` with all that it brings is loaded by who changes it, because every command reads. */
function readConfig(path: string): ConfigFile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return {}
    throw badConfig(path, '', fileReason(error) ?? String((error as Error).message))
  }
  try {
    return checkFile(path, JSON.parse(text) as ConfigFile)
  } catch (error) {
    throw error instanceof SyntaxError ? badConfig(path, '', '不是有效的 JSON') : error
  }
}

/** Opens the user's config. */
export function openStore(world: World, dryRun: boolean): Store {
  const folder = world.env.XZX_CONFIG_DIR || envPaths('xzx', { suffix: '' }).config
  const path = join(folder, 'config.json')
  const read = () => readConfig(path)
  const change = async (changed: (config: ConfigFile) => Readonly<Record<string, unknown>>) => {
    const { default: Conf } = await import('conf')
    try {
      if (dryRun) return accessSync(nearestFolder(folder), constants.W_OK)
      makeFolder(folder)
      const letGo = await holdConfig(`${path}.lock`)
      try {
        const options = { cwd: folder, configFileMode: 0o600, accessPropertiesByDotNotation: false }
        // what another command has written meanwhile stays
        new Conf<Record<string, unknown>>({ projectName: 'xzx', ...options }).set(changed(read()))
      } finally {
        letGo()
      }
    } catch (error) {
      throw ofFile(path, error)
    }
  }
  return {
    path,
    read,
    change: (name, values) =>
      change(({ profiles = {} }) => {
        const merged = Object.entries({ ...profiles[name], ...values }).filter(([, value]) => value !== undefined)
        return { profiles: { ...profiles, [name]: Object.fromEntries(merged) } }
      }),
    use: (name) => change(() => ({ profile: name })),
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

/**
 * A file of another one would say to which server one's own passwords and tokens go: it must belong to who runs the command, or to root, and nobody
 * else may write it.
 */
function refuseForeign(path: string, { uid, mode }: Pick<Stats, 'uid' | 'mode'>): void {
  const own = process.getuid?.()
  if (own === undefined) return
  const ours = [own, 0, Number(process.env.SUDO_UID ?? own)]
  const why = !ours.includes(uid) ? '属于另一个用户' : mode & 0o002 ? '任何用户都可以改写' : ''
  if (why)
    throw usage(
      `没有使用 ${path}：它${why}，其中的服务器地址会收到您的密码和令牌`,
      '核对内容后改为自己的文件（chown、chmod o-w），或换一个目录运行',
    )
}

/** Looks for `.xzxrc.json`; null when there is none. */
export function findRc(cwd: string): RcFile | null {
  for (let dir = cwd; ; dir = dirname(dir)) {
    const path = join(dir, '.xzxrc.json')
    let text: string
    try {
      const found = statSync(path)
      // what is no file may never come to an end
      if (!found.isFile()) throw badConfig(path, '', '不是文件')
      refuseForeign(path, found)
      // who lays a link to somebody else's file chooses it
      const link = lstatSync(path)
      if (link.isSymbolicLink()) refuseForeign(path, { uid: link.uid, mode: 0 })
      text = readFileSync(path, 'utf8')
    } catch (error) {
      if (error instanceof CliError) throw error
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
