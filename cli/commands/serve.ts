import { resolve } from 'node:path'
import { sideBySide } from '../../core/text.ts'
import { recipientFlag, recipientsFrom } from '../areas/backup-keys.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { staySmallWhenQuiet } from '../memory.ts'
import { givenLine } from '../output/clean.ts'
import { dataFlag, sourceFrom } from '../server-data.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly port?: string
  readonly host?: string
  readonly data?: string
  readonly site?: string
  readonly backups?: string
  readonly backupsEncryptTo?: readonly string[]
  readonly demo?: true
  readonly newDatabase?: true
}

function portFrom(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw usage(`端口无效：${givenLine(text)}`, '应为 1 到 65535 之间的整数，例如 --port 8080')
}

const encryptTo = '--backups-encrypt-to'

/** What the server needs, from flags and its own variables. */
async function optionsFrom({ world, io, signal }: Context, flags: Flags) {
  const { env } = world
  const site = flags.site ?? env.XZX_SITE
  const backups = flags.backups ?? env.XZX_BACKUPS
  if (!backups && flags.backupsEncryptTo) throw usage(`有 ${encryptTo} 而没有 --backups`, '加上 --backups 目录')
  return {
    port: portFrom(flags.port ?? env.XZX_PORT ?? '8080'),
    host: flags.host ?? (env.XZX_HOST || '127.0.0.1'),
    ...sourceFrom(world, flags),
    site: site ? resolve(world.cwd, site) : undefined,
    backups: backups ? resolve(world.cwd, backups) : undefined,
    backupRecipients: backups ? await recipientsFrom(world, flags.backupsEncryptTo, encryptTo) : [],
    demo: flags.demo === true,
    newDatabase: flags.newDatabase === true,
    adminPassword: env.XZX_ADMIN_PASSWORD || undefined,
    demoPassword: env.XZX_DEMO_PASSWORD || undefined,
    // a reader that has gone must not end the server
    out: (line: string) => void io.out(`${line}\n`).catch(() => undefined),
    err: (line: string) => io.err(`${line}\n`),
    signal,
  }
}

/** Runs the server: the only place where the command line reaches into server/. */
export const verbs = [
  verb<Flags>({
    name: '',
    says: '启动服务：接口、管理界面、生成的网站',
    withoutConfig: true,
    notDry: '服务要么启动，要么不启动',
    flags: [
      { flag: '--port <端口>', says: '端口，默认 8080（XZX_PORT）' },
      { flag: '--host <地址>', says: '监听地址，默认 127.0.0.1（XZX_HOST）' },
      { ...dataFlag, says: `${dataFlag.says}；${sideBySide}` },
      { flag: '--site <目录>', says: '网站和上传文件另放的目录，供 nginx 等直接读取，默认在数据目录内（XZX_SITE）' },
      { flag: '--backups <目录>', says: '定时备份存放的目录，时间在站点设置「备份」中选择（XZX_BACKUPS）' },
      recipientFlag(encryptTo),
      {
        flag: '--new-database',
        says: '数据目录或网站目录中有另一个数据库或另一个服务的附件、日志锚点、网页时也启动：附件和上传文件保留，不属于现在的数据库，网页重新生成；只用一次',
      },
      { flag: '--demo', says: '新数据库中放入演示内容和演示账号' },
    ],
    examples: ['xzx serve --demo', 'xzx serve --port 80 --host 0.0.0.0 --data /var/lib/xzx'],
    async run(ctx, { flags }) {
      const options = await optionsFrom(ctx, flags)
      staySmallWhenQuiet()
      const { serve } = await import('../../server/serve.ts')
      try {
        const code = await serve(options)
        ctx.note('已停止，进行中的请求均已处理完')
        return code
      } catch (error) {
        if ((error as Error)?.name !== 'CannotStart') throw error
        const { message, passing } = error as Error & { passing: boolean }
        throw new CliError(passing ? exit.unreachable : exit.refused, message, { code: 'CANNOT_START' })
      }
    },
  }),
]
