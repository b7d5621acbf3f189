import { resolve } from 'node:path'
import { encryptedWords, identitiesFrom, identityFlag } from '../areas/backup-keys.ts'
import { backupRun } from '../areas/backup-run.ts'
import { CliError, exit, usage } from '../errors.ts'
import { cleanLine } from '../output/clean.ts'
import { tellsSuccess } from '../output/write.ts'
import { dataFlag, sourceFrom } from '../server-data.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly data?: string
  readonly check?: true
  readonly keepTokens?: true
  readonly unsigned?: true
  readonly identity?: string
}

/** What is done with a backup, and its words. */
const works = {
  check: { doing: '正在核对备份', done: '备份完好' },
  dry: { doing: '正在核对备份和目录', done: '试运行，没有恢复；可以恢复' },
  wet: { doing: '正在恢复', done: '恢复完成' },
} as const

/** What the signature says, and does not: a key that lies in the backup is there for whoever alters it, too. */
function proof(mac: string | undefined, keyFile: string | undefined): string {
  if (mac === undefined) return '备份没有签名，不能证明没有被人改过'
  if (keyFile) return `签名相符：备份由持有 ${keyFile} 的服务所作，此后没有改动`
  return '签名与备份内的密钥相符；要证明没有被人改过，用另存的密钥核对：XZX_KEY_FILE=密钥文件 xzx restore 备份 --check'
}

/** Puts a backup back into an empty data folder. */
export const verbs = [
  verb<Flags>({
    name: '',
    says: '把备份恢复到空的数据目录；--check 只核对备份是否完好',
    args: '[备份目录]',
    withoutConfig: true,
    knows: ['format'],
    formats: ['table', 'json'],
    flags: [
      dataFlag,
      { flag: '--check', says: '只核对备份是否完好，不问恢复到哪里' },
      identityFlag,
      { flag: '--unsigned', says: '也接受没有签名的备份（旧版本所作），须确认没有被人动过' },
      { flag: '--keep-tokens', says: '保留备份时的脚本令牌，备份之后停用过的也会重新有效' },
    ],
    examples: [
      'xzx restore /var/backups/xzx/xzx-20261121-0300 --check',
      'xzx restore /var/backups/xzx/xzx-20261121-0300 --data /var/lib/xzx-new',
      'xzx restore /var/backups/xzx/xzx-20261121-0300 --check --identity /media/usb/backup.key',
    ],
    async run(ctx, { args: [given], flags }) {
      if (given === undefined) throw usage('缺少备份目录', '例如 xzx restore /var/backups/xzx/xzx-20261121-0300')
      const { checkBackup, checkRestore, foreignIn, restoreBackup } = await import('../../server/backup/restore.ts')
      if (flags.check && flags.data !== undefined)
        throw usage('--check 和 --data 不能同时使用', '--check 只看备份；要核对能否恢复到某个目录，用 --dry-run')
      if (flags.check && flags.keepTokens)
        throw usage('--check 和 --keep-tokens 不能同时使用', '--check 只看备份，不恢复令牌')
      const way = flags.check ? 'check' : ctx.flags.dryRun ? 'dry' : 'wet'
      const work = { check: checkBackup, dry: checkRestore, wet: restoreBackup }[way]
      const { doing, done } = works[way]
      const identities = await identitiesFrom(ctx.world, flags.identity)
      const source = { ...sourceFrom(ctx.world, flags), from: resolve(ctx.world.cwd, given) }
      const { manifest, wanting, lost } = await backupRun(ctx, doing, (watch) =>
        work({
          ...source,
          ...watch,
          identities,
          now: ctx.world.now(),
          keepTokens: flags.keepTokens ?? false,
          unsigned: flags.unsigned ?? false,
        }),
      )
      const { counts, madeAt, database, mac, encryptedTo } = manifest
      const foreign = foreignIn(source.from, manifest)
      const restored = way === 'wet'
      ctx.log?.sum({ backup: source.from, restored })
      const short = way === 'check' && (wanting ?? lost) !== null
      const lack = wanting === null ? '文件有缺' : lost === null ? '归档的操作日志有缺' : '归档的操作日志和文件有缺'
      if (wanting !== null && !short)
        ctx.warn(
          `注意：备份中归档的操作日志有缺：${wanting}；其余完好。较早的备份中可能还有，取回后放进数据目录的 log-archive`,
        )
      if (lost !== null && !short)
        ctx.warn(`注意：备份时就缺文件：${lost}；其余完好。较早的备份中可能还有，取回后放进数据目录的原处`)
      ctx.note(
        `${short ? `备份中${lack}，其余完好` : done}：${madeAt} 的备份，文章 ${counts.article} 篇、日志 ${counts.log} 条，${encryptedWords(encryptedTo)}`,
      )
      ctx.note(proof(mac, source.keyFile))
      if (identities && encryptedTo.length === 0)
        ctx.warn('注意：这份备份没有加密，没有用到私钥；若本应是加密的，它可能被换过，请核对来源')
      if (foreign.length > 0)
        ctx.warn(
          `备份目录中有 ${foreign.length} 个文件不属于这份备份，恢复时不会用到：${foreign.slice(0, 5).map(cleanLine).join('、')}${foreign.length > 5 ? ' 等' : ''}`,
        )
      if (restored) {
        const tokens = flags.keepTokens
          ? '备份时的脚本令牌仍然有效（旧版本的备份除外），其后停用过的请重新停用'
          : '脚本令牌和互通单位已全部停用，请重新签发、换发密钥'
        ctx.note(`所有人须重新登录；${tokens}。启动服务后会重新生成网站`)
      }
      const told = {
        ...{ wanting, lost },
        backup: source.from,
        madeAt,
        database,
        counts,
        encryptedTo,
        foreign,
        data: restored ? source.data : null,
      }
      if (ctx.format === 'json') await ctx.out(`${JSON.stringify(told)}\n`)
      else if (restored && tellsSuccess(ctx)) await ctx.out(`${source.data}\n`)
      if (short)
        throw new CliError(exit.refused, `备份中${lack}`, {
          code: 'BACKUP',
          why: [wanting, lost].filter(Boolean).join('；'),
          hint: '从较早的备份中取回同名文件，放回数据目录的原处（归档在 log-archive），再备份一次；这份备份仍可恢复',
        })
      return exit.ok
    },
  }),
]
