import { join, resolve } from 'node:path'
import type { Made } from '../../server/backup/make.ts'
import { encryptedWords, recipientFlag, recipientsFrom } from '../areas/backup-keys.ts'
import { backupRun } from '../areas/backup-run.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { nearestFolder } from '../files/folder.ts'
import { checkWritable } from '../files/target.ts'
import { sized } from '../output/sizes.ts'
import { tellsSuccess } from '../output/write.ts'
import { dataFlag, sourceFrom } from '../server-data.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly out?: string
  readonly data?: string
  readonly keep?: string
  readonly encryptTo?: readonly string[]
}

const encryptTo = '--encrypt-to'

function keepFrom(text: string | undefined): { most: number } | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,4}$/.test(text)) return { most: Number(text) }
  throw usage(`--keep 应为不小于 1 的整数，收到 ${text}`)
}

/** Backups that are not counted, for nobody here may delete another's. */
function tellLeft(ctx: Context, { others, unknown }: Pick<Made, 'others' | 'unknown'>): void {
  if (others.length > 0) ctx.note(`不是本站点的备份，不计入份数，也不会删除：${others.join('、')}`)
  if (unknown.length > 0)
    ctx.warn(
      `注意：看不出是不是本站点的备份（没有签名，或由旧版本加密），不计入份数，也不会自动删除：${unknown.join('、')}；确认无用的请自行删除`,
    )
}

async function tell(ctx: Context, made: Made): Promise<void> {
  const { folder, manifest, bytes, contentBytes, removed, ahead, others, unknown, withKey, fault } = made
  const { counts, files, madeAt, database, encryptedTo } = manifest
  ctx.log?.sum({ folder, bytes })
  if (removed.length > 0) ctx.note(`已删除较早的备份：${removed.join('、')}`)
  tellLeft(ctx, made)
  if (ahead.length > 0)
    ctx.warn(
      `注意：${ahead.join('、')} 的制作时间晚于现在，不计入 --keep，也不会自动删除；请核对本机时间，无用的自行删除`,
    )
  if (encryptedTo.length > 0) ctx.note('恢复时需要与公钥成对的私钥：确认它存在服务器之外，丢失后这份备份谁也打不开')
  else if (withKey) ctx.note('备份中有密钥和个人信息，请妥善保管；要放到别处的，用 --encrypt-to 加密')
  if (!withKey && manifest.mac) ctx.warn('注意：密钥不在备份中（XZX_KEY_FILE），请另行保存；没有它无法恢复')
  // last: a job keeps the last remark of a step
  const how = `压缩前 ${sized(contentBytes)}，${encryptedWords(encryptedTo)}`
  ctx.note(
    `备份完成：文章 ${counts.article} 篇、日志 ${counts.log} 条、文件 ${files.length} 个，共 ${sized(bytes)}（${how}）`,
  )
  if (!tellsSuccess(ctx)) return undefined
  if (ctx.format !== 'json') return ctx.out(`${folder}\n`)
  const compressed = files.filter(({ stored }) => stored.how !== 'plain').length
  const sizes = { files: files.length, bytes, contentBytes, compressed }
  const told = {
    folder,
    madeAt,
    database,
    counts,
    ...sizes,
    encryptedTo,
    removed,
    ahead,
    others,
    unknown,
    withKey,
    fault,
  }
  return ctx.out(`${JSON.stringify(told)}\n`)
}

/** Copies the data of a server of this machine, which may be running. */
export const verbs = [
  verb<Flags>({
    name: '',
    says: '备份数据库、上传文件和密钥，服务不必停',
    withoutConfig: true,
    knows: ['format'],
    formats: ['table', 'json'],
    flags: [
      { flag: '--out <目录>', says: '备份放在哪里，每次在其中新建一个目录' },
      {
        flag: '--keep <份数>',
        says: '完成后只留本站点最近几份（按制作时间，含刚做的一份），默认全部保留；同一目录中别的站点的不动',
      },
      recipientFlag(encryptTo),
      dataFlag,
    ],
    examples: [
      'xzx backup --out /var/backups/xzx --data /var/lib/xzx',
      'xzx backup --out /var/backups/xzx --data /var/lib/xzx --keep 14 --quiet',
      'xzx backup --out /var/backups/xzx --data /var/lib/xzx --encrypt-to @/etc/xzx/backup.pub',
    ],
    async run(ctx, { flags }) {
      if (!flags.out) throw usage('缺少 --out', '例如 --out /var/backups/xzx')
      const keep = keepFrom(flags.keep)
      const out = resolve(ctx.world.cwd, flags.out)
      const recipients = await recipientsFrom(ctx.world, flags.encryptTo, encryptTo)
      const source = sourceFrom(ctx.world, flags)
      const { checkSource, makeBackup } = await import('../../server/backup/make.ts')
      const options = { ...source, out, keep, recipients, now: ctx.world.now() }
      if (ctx.flags.dryRun) {
        const found = await backupRun(ctx, '正在核对', (watch) => checkSource({ ...options, ...watch }))
        const { removed } = found
        await checkWritable(join(nearestFolder(out), 'backup'))
        const old = removed.length > 0 ? `，并删除较早的备份：${removed.join('、')}` : ''
        ctx.note(
          `试运行，没有备份：将把 ${source.data} 备份到 ${out} 之下（压缩，${encryptedWords(recipients)}）${old}`,
        )
        tellLeft(ctx, found)
        return exit.ok
      }
      const made = await backupRun(ctx, '正在备份', (watch) => makeBackup({ ...options, ...watch }))
      await tell(ctx, made)
      if (made.fault)
        throw new CliError(exit.refused, '备份已写完，但其中有问题', {
          code: 'BACKUP',
          why: made.fault,
          hint: '较早的备份没有删除；处理后重新备份',
        })
      return exit.ok
    },
  }),
]
