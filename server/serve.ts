import { once } from 'node:events'
import { accessSync, constants, existsSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { wholeContract } from '../core/contract/areas.ts'
import { passwordFault } from '../core/domain/password.ts'
import { defaultOf } from '../core/domain/settings.ts'
import { sideBySide } from '../core/text.ts'
import { clientRowAllowance, refusalAllowances, suggestAllowance } from './access/allowance.ts'
import { addFirstAdmin, hasNoUsers, newPassword } from './access/first-admin.ts'
import { endedSince, endUnnamedTokens } from './access/session.ts'
import { ensureShipped, givenLines } from './access/shipped.ts'
import { createUses, writeUses } from './access/uses.ts'
import { visitsOf } from './access/visits.ts'
import { createApp } from './app.ts'
import { wordEarlier } from './areas/industrialProject/open.ts'
import { dropUnfinished } from './areas/voice/file.ts'
import { loadAreas } from './areas.ts'
import { attachmentsIn } from './attachments/unused.ts'
import { makePlace } from './backup/place.ts'
import type { Parts } from './context.ts'
import { DataFault, databaseFile, idFile, refuseHalfRestored } from './data.ts'
import { refuseHalfFilled } from './db/half-restored.ts'
import { holdDatabase } from './db/hold-database.ts'
import { type Migrations, migrate } from './db/migrations.ts'
import { holdFolder, oneFiller, oneStarter } from './db/one-starter.ts'
import { checkWhole, type Db, openPostgres, openSqlite } from './db/open.ts'
import { closeFolder, forOwnerOnly, makeFolder, othersRead } from './folder/closed.ts'
import { type Hold, holdingPages } from './folder/hold.ts'
import { askFor, markPages, ownerOf } from './folder/owner.ts'
import { ownPagesOf, placePublic, publicAccess } from './folder/public.ts'
import { notTheirs } from './folder/whose.ts'
import { isFull } from './full-disk.ts'
import { createJobs } from './jobs/jobs.ts'
import { createSchedule } from './jobs/schedule.ts'
import { fitsKey, wrongKey } from './key-mark.ts'
import { type Limits, limitsFrom } from './limits.ts'
import { beginAnchors, keepAnchors } from './log-anchor.ts'
import type { AnchorKeeper } from './log-state.ts'
import { refuseUndone } from './log-undone.ts'
import { type Ports, portsFrom } from './ports/ports.ts'
import { createSearch, indexName } from './search/search.ts'
import { openSecret, type Secret } from './secret.ts'
import { hiddenName } from './site/pictures.ts'
import { createSite } from './site/service.ts'
import { applySiteFile, siteFile } from './site/site-file.ts'
import { createWork } from './work/work.ts'

/** What `xzx serve` gives the server. */
export interface ServeOptions {
  readonly port: number
  readonly host: string
  /** Database, uploads, key and generated site live here. */
  readonly data: string
  /** An absolute path: where pages and uploads stand for a web server to read; none: where they are, at first in the data folder. */
  readonly site?: string | undefined
  /** Fills a new database with demo content, and lets demo users sign in. */
  readonly demo: boolean
  /** An absolute path: where the scheduled backups go; none: there are none. */
  readonly backups?: string | undefined
  /** The public keys that they are encrypted to; none: they are not. */
  readonly backupRecipients?: readonly string[] | undefined
  /** The folder may have been served with another database: its files stay, and do not belong to this one. */
  readonly newDatabase?: boolean | undefined
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl?: string | undefined
  readonly keyFile?: string | undefined
  readonly adminPassword?: string | undefined
  readonly demoPassword?: string | undefined
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Ends the server: requests in flight are finished. */
  readonly signal: AbortSignal
}

/** A reason why the server cannot start, in one line. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
  /** Another time it may be well, with nothing changed in how it is started. */
  readonly passing: boolean
  constructor(message: string, passing = false) {
    super(message)
    this.passing = passing
  }
}

const cannotStart = ({ message, hint, passing }: DataFault) => new CannotStart(`${message}，请${hint}`, passing)

/** @throws CannotStart where a backup is being put back there, whatever else is wanted of the folder */
function wholeOrReason(dataDir: string): void {
  try {
    refuseHalfRestored(dataDir)
  } catch (error) {
    throw error instanceof DataFault ? cannotStart(error) : error
  }
}

function prepareFolder(data: string): string {
  try {
    makeFolder(resolve(data), 0o700)
    forOwnerOnly()
    accessSync(data, constants.W_OK | constants.X_OK)
    return realpathSync(data)
  } catch (error) {
    throw new CannotStart(
      `数据目录不可写：${data}（${(error as NodeJS.ErrnoException).code}），请检查权限或用 --data 另指定目录`,
    )
  }
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/not a database|malformed|disk image|损坏/, '数据库已损坏，请用备份恢复（xzx restore）'],
  [/readonly|unable to open|EACCES|SQLITE_CANTOPEN/, '数据库文件不可写，请检查权限'],
  [/corrupted migrations/, '数据库由更新版本的 xzx 使用过，请启动那个版本，或用备份恢复（xzx restore）'],
  [/database is locked/, '数据库正被其他程序占用'],
  [/disk is full|ENOSPC|No space left|could not extend file/, '磁盘空间不足，请清理磁盘后再启动'],
  [
    /ECONNREFUSED|ENOTFOUND|password authentication|does not exist|ETIMEDOUT/,
    '无法连接 PostgreSQL，请检查 DATABASE_URL',
  ],
]

function notOpened(error: unknown, shown: string): CannotStart {
  const message = String((error as Error).message || (error as { code?: string }).code)
  const known = reasons.find(([pattern]) => pattern.test(`${message} ${(error as { code?: string }).code ?? ''}`))
  return new CannotStart(`${known?.[1] ?? '无法打开数据库'}：${shown}（${message.split('\n')[0]}）`)
}

async function openDatabase(
  options: ServeOptions,
  dir: string,
  secret: Secret,
  migrations: Migrations,
): Promise<{ db: Db; database: string }> {
  const database = options.databaseUrl ?? join(dir, databaseFile)
  const shown = options.databaseUrl ? 'PostgreSQL' : database
  try {
    const db = options.databaseUrl ? await openPostgres(options.databaseUrl) : openSqlite(database)
    try {
      await checkWhole(db)
      await refuseHalfFilled(db)
      await refuseUndone(db.read, secret.log, dir)
      await migrate(db.write, db.dialect, secret.log, migrations)
      return { db, database }
    } catch (error) {
      await db.close().catch(() => undefined)
      throw error
    }
  } catch (error) {
    if (error instanceof DataFault) throw new CannotStart(`${shown}：${error.message}，请${error.hint}`)
    throw notOpened(error, shown)
  }
}

function refuseWeak(name: string, password: string | undefined): void {
  const fault = password === undefined ? null : passwordFault(password)
  if (fault) throw new CannotStart(`${name} 不能使用：${fault}，请换一个`)
}

/**
 * Opens everything that a server needs: folders, key, database with its shipped content. Nothing listens yet.
 * @param hold none: it serves nobody
 */
export async function openParts(options: ServeOptions, hold: Hold = () => undefined): Promise<Parts> {
  const dataDir = prepareFolder(options.data)
  return oneStarter(dataDir, () => open(options, dataDir, hold))
}

/** Looks at the place of the scheduled backups now: the first night would tell otherwise. */
function backupsOrReason(data: string, out: string | undefined): void {
  try {
    if (out !== undefined) makePlace({ data, out })
  } catch (error) {
    if (error instanceof DataFault) throw new CannotStart(`${error.message}，${error.hint}（--backups）`)
    throw error
  }
}

function givenOrReason(): { limits: Limits; ports: Ports } {
  try {
    return { limits: limitsFrom(process.env), ports: portsFrom(process.env) }
  } catch (error) {
    throw new CannotStart((error as Error).message)
  }
}

/** Closes what an older version left open in the data folder, and says so to whoever had others read it. */
function tellClosed(dataDir: string, { err, keyFile }: ServeOptions): void {
  const { closed, foreign } = closeFolder(dataDir)
  if (closed > 0)
    err(
      `${dataDir} 中有 ${closed} 个文件和目录原可被本机其他用户读取，已改为只有服务自己能读；nginx 等要直接读取网站时，用 --site 另指定网站目录`,
    )
  if (foreign.length > 0)
    err(`${foreign[0]} 等 ${foreign.length} 个文件属于其他用户，权限未能改为只有服务自己能读，请检查`)
  if (keyFile && existsSync(keyFile) && othersRead(keyFile))
    err(`密钥文件 ${keyFile} 可被本机其他用户读取，请运行 chmod 600 ${keyFile}`)
}

/** Says which scripts' tokens an upgrade has ended. */
function tellEnded(names: readonly string[], { err }: ServeOptions): void {
  if (names.length === 0) return
  const some = names.slice(0, 5).map((name) => `「${name}」`)
  const more = names.length > some.length ? `等 ${names.length} 个` : ''
  err(`升级后脚本令牌${some.join('')}${more}已停用，用到它们的定时任务会失败（退出码 4）：请用 xzx auth token 重新签发`)
}

/** Whose a folder of pages may be marked as; null: nobody's yet. @throws Error with a Chinese reason where it is another one's */
async function ownerOrReason(pages: string, dataDir: string, keyFile: string, options: ServeOptions) {
  const { databaseUrl, newDatabase = false } = options
  const database = databaseUrl ?? join(dataDir, databaseFile)
  const asked = await askFor(pages, { dataDir, database, keyFile, newDatabase }).catch((error: unknown) => {
    throw error instanceof DataFault ? cannotStart(error) : notOpened(error, databaseUrl ? 'PostgreSQL' : database)
  })
  if ('says' in asked) throw new Error(asked.says)
  return asked.owner
}

/** Puts pages and uploads where the operator wants them, and says when no web server could read them there. */
async function placeOrReason(dataDir: string, keyFile: string, options: ServeOptions, hold: Hold): Promise<void> {
  const { site, err } = options
  try {
    await placePublic(dataDir, site, keyFile, async (pages) => {
      // nothing of another one's is touched; and who had it until now may have marked it
      await ownerOrReason(pages, dataDir, keyFile, options)
      hold(pages)
      const owner = await ownerOrReason(pages, dataDir, keyFile, options)
      if (owner !== null) markPages(pages, owner)
    })
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`网站目录${site === undefined ? '' : ` ${site} `}不能使用：${(error as Error).message}`)
  }
  const found = publicAccess(dataDir)
  if (found.access === 'shut') err(`nginx 等读不到网站：${found.at} 不允许其他用户进入，请运行 chmod o+rx ${found.at}`)
}

async function open(options: ServeOptions, dataDir: string, hold: Hold): Promise<Parts> {
  // a restore may have begun meanwhile; from here on it waits
  wholeOrReason(dataDir)
  const { limits, ports } = givenOrReason()
  const now = () => Date.now()
  const begun = now()
  tellClosed(dataDir, options)
  const keyFile = options.keyFile ?? join(dataDir, 'key')
  await placeOrReason(dataDir, keyFile, options, hold)
  backupsOrReason(dataDir, options.backups)
  const fresh = !existsSync(keyFile)
  let made: string | null
  let secret: Secret
  try {
    made = makeFolder(dirname(resolve(keyFile)), 0o700)
    secret = openSecret(keyFile)
  } catch (error) {
    if (error instanceof DataFault) throw cannotStart(error)
    const { code } = error as NodeJS.ErrnoException
    throw new CannotStart(`密钥文件 ${keyFile} 不能读取或新建（${code}），请检查 XZX_KEY_FILE 和所在目录的权限`)
  }
  const { migrations, entries, piles, deadlines } = await loadAreas()
  const { db, database } = await openDatabase(options, dataDir, secret, migrations)
  if (!(await fitsKey(db, secret, fresh))) {
    await db.close()
    if (fresh) rmSync(made ?? keyFile, { force: true, recursive: made !== null })
    throw cannotStart(wrongKey(keyFile, fresh))
  }
  const ownPages = ownPagesOf(dataDir)
  if (ownPages !== null) markPages(ownPages, await ownerOf(db.read, secret))
  await beginAnchors(db.read, secret.log, dataDir, now())
  await dropUnfinished(dataDir)
  const jobs = createJobs(db, now)
  const pictures = { shown: join(dataDir, 'uploads'), hidden: join(dataDir, hiddenName) }
  const folders = { folder: join(dataDir, 'site'), attachments: attachmentsIn(dataDir), pictures }
  const site = createSite({ db, ...folders, key: secret.seal, database, now }, jobs, options.err)
  const contract = await wholeContract()
  const ship = () => ensureShipped(db.write, contract, now(), entries, secret.log)
  for (const line of givenLines(await oneFiller(db, ship))) options.err(line)
  await oneFiller(db, () => endUnnamedTokens(db, secret.log, now()))
  await oneFiller(db, () => wordEarlier(db, secret))
  tellEnded(await endedSince(db, begun), options)
  await applySiteFile(db, join(dataDir, siteFile), now(), options.err).catch((error: Error) => {
    throw new CannotStart(error.message)
  })
  const work = createWork()
  const files = { database, index: join(dataDir, indexName(db.dialect, options.port)) }
  const search = createSearch(db, work, files, () => site.idle(), options.err, now)
  return {
    db,
    places: { ...files, keyFile },
    piles,
    deadlines,
    secret,
    dataDir,
    backups: options.backups
      ? {
          ...{ out: options.backups, recipients: options.backupRecipients ?? [] },
          ...{ databaseUrl: options.databaseUrl, keyFile: options.keyFile },
        }
      : null,
    demo: options.demo,
    ports,
    site,
    limits,
    refusals: refusalAllowances(),
    uses: createUses(),
    clientRows: clientRowAllowance(),
    suggestions: suggestAllowance(),
    visits: visitsOf(),
    work,
    search,
    jobs,
    schedule: createSchedule(options.err),
    logState: { wrong: null },
    now,
  }
}

/** Fills a new database: the first administrator, the demo content where asked for. Says how to sign in, once. */
const fill = (parts: Parts, options: ServeOptions): Promise<string[]> =>
  oneStarter(parts.dataDir, () => oneFiller(parts.db, () => fillAlone(parts, options)))

async function fillAlone(parts: Parts, options: ServeOptions): Promise<string[]> {
  if (!(await hasNoUsers(parts.db.read))) return []
  refuseWeak('XZX_ADMIN_PASSWORD', options.adminPassword)
  refuseWeak('XZX_DEMO_PASSWORD', options.demoPassword)
  const admin = options.adminPassword ?? newPassword()
  await addFirstAdmin(parts.db.write, admin, parts.now())
  const lines = [
    '',
    '首次启动，请记下登录信息（只显示这一次）：',
    `  管理员  admin  ${options.adminPassword ? '（密码为 XZX_ADMIN_PASSWORD 所设）' : admin}`,
  ]
  if (!options.demo) return lines
  const { seedDemo } = await import('./demo/seed.ts')
  const demo = options.demoPassword ?? newPassword()
  const { accounts } = await seedDemo(parts, { password: demo })
  // the pages of the demo lead to where they are, whatever port that is
  if (options.port !== 0) {
    const value = `http://127.0.0.1:${options.port}/site`
    if (value !== defaultOf('site.base'))
      await parts.db.write.insertInto('setting').values({ name: 'site.base', value }).execute()
  }
  const shown = options.demoPassword ? '（密码为 XZX_DEMO_PASSWORD 所设）' : demo
  return [
    ...lines,
    `  演示账号共用密码  ${shown}`,
    ...accounts.map((a) => `    ${a.account.padEnd(12)}  ${a.role}（${a.dept}，${a.name}）`),
  ]
}

/** Before anything is made: who starts for the first time on a port that is taken would otherwise never see the password. */
async function refuseTaken(options: ServeOptions): Promise<void> {
  if (options.port === 0) return
  const probe = createServer()
  await listening(options, async () => {
    probe.listen(options.port, options.host)
    await once(probe, 'listening')
  })
  probe.close()
  await once(probe, 'close')
}

/** @throws CannotStart where this port or address cannot be had */
async function listening<T>(options: ServeOptions, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new CannotStart(`端口 ${options.port} 已被占用，请用 --port 换一个端口，或先停止占用它的程序`)
    if (code === 'EACCES') throw new CannotStart(`没有权限监听端口 ${options.port}，请用 --port 换一个 1024 以上的端口`)
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
      throw new CannotStart(`无法监听地址 ${options.host}，请检查 --host`)
    throw error
  }
}

/**
 * Runs the server until the signal ends it.
 * @returns the exit code: 0 after a clean stop
 * @throws CannotStart with one Chinese line when it cannot start
 */
export async function serve(options: ServeOptions): Promise<number> {
  const dataDir = prepareFolder(options.data)
  wholeOrReason(dataDir)
  try {
    await refuseOther(options, dataDir)
    const letGo = await holdData(options, dataDir)
    const held = holdingPages(options.databaseUrl, dataDir)
    try {
      await refuseTaken(options)
      return await serveFolder(options, held.hold)
    } finally {
      held.letGo()
      await letGo()
    }
  } catch (error) {
    if (isFull(error)) throw new CannotStart(`磁盘空间不足，请清理磁盘后再启动：${dataDir}`, true)
    throw error
  }
}

/** @throws CannotStart where the folder was served with another database, unless that is meant */
async function refuseOther({ databaseUrl, newDatabase, site }: ServeOptions, dataDir: string): Promise<void> {
  if (newDatabase) {
    // from now on it is the folder of an embedded one
    if (databaseUrl === undefined) rmSync(join(dataDir, idFile), { force: true })
    return
  }
  const says = await notTheirs(dataDir, { databaseUrl, site }).catch((error: unknown) => {
    throw notOpened(error, 'PostgreSQL')
  })
  if (says !== null) throw new CannotStart(says)
}

/** Keeps others off: from the folder of an embedded database all of them, from a PostgreSQL those of another folder; over the same one several may run. */
async function holdData({ databaseUrl, err }: ServeOptions, dataDir: string): Promise<() => Promise<void> | void> {
  if (databaseUrl === undefined) {
    let letGo: (() => void) | null
    try {
      letGo = holdFolder(dataDir)
    } catch (error) {
      throw isFull(error) ? error : notOpened(error, dataDir)
    }
    if (letGo) return letGo
    throw new CannotStart(`数据目录正由另一个服务使用：${dataDir}，请先停止它，或用 --data 另指定目录。${sideBySide}`)
  }
  const says = (other: string) =>
    `这个 PostgreSQL 数据库正由另一个数据目录的服务使用${other ? `（${other}）` : ''}，两处的上传文件和网页会各不相同`
  const held = await holdDatabase(databaseUrl, dataDir, (other) => err(`${says(other)}，请停止其中一个`)).catch(
    (error: unknown) => {
      throw notOpened(error, 'PostgreSQL')
    },
  )
  if ('release' in held) return held.release
  throw new CannotStart(
    `${says(held.other)}。请先停止它，或用 --data 指定同一个目录，或用 DATABASE_URL 换一个数据库。${sideBySide}`,
  )
}

async function serveFolder(options: ServeOptions, hold: Hold): Promise<number> {
  const parts = await openParts(options, hold)
  const app = await createApp(parts, { logger: { level: process.env.XZX_LOG ?? 'error', stream: process.stderr } })
  let anchors: AnchorKeeper | undefined
  const { signal } = options
  const toEnd = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    const lines = await fill(parts, options)
    const address = await listening(options, () => app.listen({ port: options.port, host: options.host }))
    const base = address.replace('[::1]', '127.0.0.1').replace('0.0.0.0', '127.0.0.1')
    for (const line of [
      `xzx 已启动：${base}`,
      `  网站 ${base}/site/    管理 ${base}/web/    接口 ${base}/openapi.json`,
      ...lines,
    ])
      options.out(line)
    const { db, secret, dataDir, logState, now } = parts
    anchors = await keepAnchors({ db, key: secret.log, dataDir, logState, now }, options.err)
    const started = parts.site.start().then(() => {
      if (signal.aborted) return
      parts.schedule.start(parts)
      parts.search.changed()
    })
    // the first pages of a large site take minutes: whoever ends it waits for none of them, and a fault of what ends anyway is none
    started.catch(() => {})
    await Promise.race([toEnd, started.then(() => (signal.aborted ? undefined : toEnd))])
    return 0
  } finally {
    await app.close()
    await parts.schedule.stop(parts)
    await parts.site.stop()
    await writeUses(parts, true)
    await anchors?.stop()
    await parts.db.close()
  }
}
