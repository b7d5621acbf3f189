import { accessSync, statSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { endpoint } from '../../core/contract/endpoint.ts'
import { formatTime } from '../../core/domain/time.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { hintFor, type Told, tellApi } from '../errors.ts'
import { nearestFolder } from '../files/folder.ts'
import { holderOf } from '../lock.ts'
import { sized } from '../output/sizes.ts'
import { stateDir } from '../paths.ts'
import { archivesWanting, dataFound, filesLost, shownHere } from '../server-data.ts'
import { bad, type Found, good, remark } from './found.ts'
import { schedule } from './schedule.ts'
import { search } from './search.ts'
import { setting } from './setting.ts'
import { voice } from './voice.ts'
import { workday } from './workday.ts'

/** What the command was told beside the global flags. */
export interface LookFlags {
  /** The data folder of a server of this machine. */
  readonly data?: string
}

interface Check {
  readonly name: string
  readonly title: string
  look(ctx: Context, flags: LookFlags): Promise<Found> | Found
  /** Only where something was named to be looked at. */
  readonly when?: (flags: LookFlags) => boolean
}

const oldest = [22, 19] as const
const roomMin = 200_000_000
const clockMaxMs = 60_000

function runtime({ world }: Context): Found {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const says = `xzx ${world.version}，Node ${process.versions.node}，${process.platform} ${process.arch}`
  const enough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
  return enough ? good(says) : bad(says, `需要 Node ${oldest.join('.')} 或更高`)
}

/** The user's own file, and whether others may read the token in it. */
async function config(ctx: Context): Promise<Found> {
  const { store, profile } = await ctx.config()
  const mode = statSync(store.path, { throwIfNoEntry: false })?.mode
  const says = `${store.path}，使用配置 ${profile.value}`
  if (mode === undefined) {
    const says = `${store.path} 还没有，全部为默认`
    try {
      accessSync(nearestFolder(dirname(store.path)), constants.W_OK)
      return good(says)
    } catch {
      return bad(`${says}；也不能写在那里，登录和设置存不下来`, '设置 XZX_CONFIG_DIR 为可以写入的目录')
    }
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return bad(`${says}；其他用户可以读写它`, `运行 chmod 600 ${store.path}`)
  return good(says)
}

/** What a server of ours says of itself; nobody else has to know it. */
const readiness = endpoint({
  method: 'GET',
  path: '/readyz',
  send: 'none',
  input: z.object({}),
  output: z.unknown(),
  reply: 'raw',
  effect: 'read',
  access: 'public',
  says: '运行状态',
})

/** From where signing in without a captcha is open, in words. */
const noCodeWords: Readonly<Record<string, string>> = {
  on: '免验证码登录对各处开放',
  loopback: '免验证码登录只对服务器本机开放',
  off: '免验证码登录已关闭',
}

/** Who gets the site's files from where, in words. */
const siteWords: Readonly<Record<string, string>> = {
  own: '网站由本服务提供，nginx 等不能直接读取',
  open: '网站可由 nginx 等直接读取',
}

/** How the log stands to its anchors, where all is well; what is not is told by itself. */
const anchorWords: Readonly<Record<string, string>> = { kept: '操作日志与锚点相符' }

/** What to do on the server itself about what keeps it from working. */
const remedyOf = (says: string) =>
  says.includes('磁盘')
    ? '在服务器上腾出空间（df -h 看是哪个盘，du -sh 看什么最大），服务随即自己恢复'
    : '看服务的输出（例如 journalctl -u xzx）里的原因，处理后再试'

/** How the server lets people in, and who reads its site: it says so to callers on its own machine; nothing of a server that is another's. */
function settingsOf(ready: unknown) {
  const {
    status = '',
    loginNoCode = '',
    site = '',
    unnamedProxy,
    logAnchors = '',
    demoShut = 0,
  } = (ready ?? {}) as Partial<Ready>
  const kept =
    status === 'ready' && loginNoCode === ''
      ? '登录方式、网站目录和日志锚点的情况只在服务器本机上、对能读取密钥文件的用户显示（--data 指明数据目录）'
      : ''
  const words = [noCodeWords[loginNoCode], siteWords[site], anchorWords[logAnchors], kept].flatMap((word) =>
    word ? `；${word}` : [],
  )
  return {
    says: words.join(''),
    kept: kept !== '',
    unnamedProxy: unnamedProxy === true,
    siteShut: site === 'shut',
    demoShut,
    anchorsLost: logAnchors === 'lost',
    logDiffers: logAnchors === 'differ',
  }
}
interface Ready {
  readonly status: string
  readonly loginNoCode: string
  readonly site: string
  readonly unnamedProxy: boolean
  readonly logAnchors: string
  readonly demoShut: number
}

/** Any answer will do: the server may be another's, without calls of ours. */
async function server(ctx: Context, flags: LookFlags): Promise<Found> {
  const { value, origin } = (await ctx.config()).values.server
  const started = performance.now()
  const via = await ctx.transport()
  const reached = await via.reach({ signal: ctx.signal })
  const took = Math.round(performance.now() - started)
  const near = await ctx.connect(await shownHere(ctx, flags))
  const { ready, unready } = await near
    .send(readiness, {}, { signal: ctx.signal })
    .then(
      (value) => ({ ready: value, unready: null }),
      (error: unknown) => ({ ready: null, unready: error as ApiError }),
    )
    .finally(() => near.close())
  const set = settingsOf(ready)
  const says = `${value}（${origin}），${took} ms${set.says}`
  if (unready?.status === 503)
    return bad(
      `${says}；服务器未就绪：${unready.message}`,
      // who names the data folder stands at the server
      flags.data === undefined ? '请联系管理员' : remedyOf(unready.message),
    )
  if (flags.data !== undefined && set.kept)
    return remark(
      `${says}；--data 中的密钥不是这个服务器的`,
      '核对 --data 和 --server；密钥另存的，在前面写上 XZX_KEY_FILE=…',
    )
  if (set.logDiffers)
    return bad(
      `${says}；操作日志有问题：与锚点不符，或可能被改动、清空，数据库也可能被换成了旧的`,
      '保留现场，运行 xzx log verify 看说明；若确是有意恢复，在服务器上运行 xzx log accept',
    )
  if (set.unnamedProxy)
    return remark(
      `${says}；前面有没有登记的代理服务器，经它来的人都算作同一个地址`,
      '在服务器上用 XZX_PROXIES 写明代理的地址',
    )
  if (set.siteShut)
    return remark(
      `${says}；网站另放了目录，但其他用户进不去，nginx 等读不到`,
      '服务启动时说明了是哪一级目录，在服务器上对它运行 chmod o+rx',
    )
  if (set.anchorsLost)
    return remark(
      `${says}；日志的锚点文件不见了，更早的日志无从对照`,
      '运行 xzx log verify 看说明，用另存的锚点核对；查明原因后在服务器上运行 xzx log accept',
    )
  if (set.demoShut > 0)
    return remark(
      `${says}；有 ${set.demoShut} 个演示账号，服务没有以 --demo 启动，它们不能登录`,
      '用 xzx user list --fields id,account,demo 查看，不用的停用或删除；要用它们，启动时加 --demo',
    )
  const off = reached.clock === null ? 0 : ctx.world.now() - reached.clock
  if (Math.abs(off) > clockMaxMs)
    return remark(
      `${says}；本机时钟${off > 0 ? '快' : '慢'} ${Math.round(Math.abs(off) / 1000)} 秒`,
      '校准时钟，否则 --since 等时间会有出入',
    )
  return good(says)
}

/** The data folder that was named: a wrong one would be passed over, and all else be found in order. */
const data = async ({ world }: Context, flags: LookFlags): Promise<Found> => good(await dataFound(world, flags))

/** The months that left its database: nobody opens these files until they are needed. */
async function archives({ world }: Context, flags: LookFlags): Promise<Found> {
  const wanting = await archivesWanting(world, flags)
  return wanting === null ? good('正常') : bad(...wanting)
}

/** Pictures and attachments: nobody sees that they are gone until somebody looks for one. */
async function files({ world }: Context, flags: LookFlags): Promise<Found> {
  const lost = await filesLost(world, flags)
  return lost === null ? good('正常') : bad(...lost)
}

async function token(ctx: Context): Promise<Found> {
  const { profile, token: found, foreignIssuer } = await ctx.config()
  const hint = hintFor('NOT_SIGNED_IN', profile.value)
  if (foreignIssuer !== null) return remark(`已保存的登录属于 ${foreignIssuer}，不会发给当前服务器`, hint)
  if (!found) return remark('未登录', hint)
  const who = await (await ctx.client('auth')).info()
  return good(`${who?.userAccount ?? ''} ${who?.name ?? ''}（${found.origin}）`)
}

/** The folder for locks and the log of faults, and the one that files are written to. */
async function disk({ world }: Context, flags: LookFlags): Promise<Found> {
  const state = nearestFolder(stateDir(world.env))
  let room = 0
  // whoever names the data folder asks about its disk
  const meant = flags.data === undefined ? world.cwd : resolve(world.cwd, flags.data)
  for (const folder of [state, nearestFolder(meant)]) {
    try {
      await access(folder, constants.W_OK)
    } catch {
      return remark(`${folder} 不可写`, '换一个目录运行，或检查权限')
    }
    const { bavail, bsize } = await statfs(folder)
    room = bavail * bsize
    if (room < roomMin) return remark(`${folder} 只剩 ${sized(room)}`, '腾出空间，导出和备份需要它')
  }
  return good(`${meant} 可写，剩余 ${sized(room)}`)
}

async function lock(ctx: Context): Promise<Found> {
  const holder = await holderOf(ctx, 'generate')
  return good(holder ? `进程 ${holder.pid} 从 ${holder.startedAt} 起在生成网站` : '没有正在运行的生成')
}

function locale({ world }: Context): Found {
  const { LC_ALL, LC_CTYPE, LANG, TZ } = world.env
  const language = LC_ALL || LC_CTYPE || LANG || ''
  const says = `${language || '未设置'}，时区 ${TZ || Intl.DateTimeFormat().resolvedOptions().timeZone}；xzx 的时间都按北京时间（现在 ${formatTime(world.now())}）`
  return process.platform === 'win32' || /utf-?8/i.test(language)
    ? good(says)
    : remark(says, '中文显示不正常时设置 LANG=C.UTF-8')
}

function terminal({ io, world }: Context): Found {
  const streams = [io.stdinTty && '输入', io.stdoutTty && '输出', io.stderrTty && '错误'].filter(Boolean)
  if (streams.length < 3)
    return good(`${streams.length > 0 ? `只有标准${streams.join('、')}是` : '不在'}终端：不提问，没有终端界面`)
  const { TERM = '未设置' } = world.env
  return TERM === 'dumb'
    ? remark('TERM=dumb，不能显示终端界面', '换一个终端，或用各个命令')
    : good(`${TERM}，${io.columns()} 列`)
}

/** What `xzx doctor` looks at, in this order. */
export const checks: readonly Check[] = [
  { name: 'runtime', title: '运行环境', look: runtime },
  { name: 'config', title: '配置', look: config },
  { name: 'server', title: '服务器', look: server },
  { name: 'data', title: '数据目录', look: data, when: (flags) => flags.data !== undefined },
  { name: 'archives', title: '归档的日志', look: archives, when: (flags) => flags.data !== undefined },
  { name: 'files', title: '图片和附件', look: files, when: (flags) => flags.data !== undefined },
  { name: 'token', title: '登录', look: token },
  { name: 'schedule', title: '计划任务', look: schedule },
  { name: 'setting', title: '站点设置', look: setting },
  { name: 'workday', title: '工作日历', look: workday },
  { name: 'search', title: '检索索引', look: search },
  { name: 'voice', title: '语音', look: voice },
  { name: 'disk', title: '磁盘', look: disk },
  { name: 'lock', title: '锁', look: lock },
  { name: 'locale', title: '语言', look: locale },
  { name: 'terminal', title: '终端', look: terminal },
]

/** A failure of a look is what it found. */
export async function lookAt(ctx: Context, check: Check, flags: LookFlags): Promise<Found> {
  try {
    return await check.look(ctx, flags)
  } catch (error) {
    if (ctx.signal.aborted) throw ctx.signal.reason
    const profile = (await ctx.config().catch(() => null))?.profile.value ?? 'default'
    const {
      message,
      why = '',
      hint = '',
    } = error instanceof ApiError ? tellApi(error, profile, ctx.world.env) : (error as Partial<Told>)
    return bad([message, why].filter(Boolean).join('：'), hint)
  }
}
