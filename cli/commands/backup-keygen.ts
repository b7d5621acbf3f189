import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newBackupKeys } from '../areas/backup-keys.ts'
import { exit, usage } from '../errors.ts'
import { withFile } from '../files/fault.ts'
import { mayWrite } from '../files/target.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly out?: string
}

/** Writes a new file for its owner only; never over one that is there, also where somebody else was faster. */
const writeSecret = (file: string, text: string) =>
  withFile(file, async () => {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } catch (error) {
      await rm(file, { force: true })
      throw error
    } finally {
      await handle.close()
    }
  })

/** Makes the pair of keys that encrypted backups are made to and opened by. */
export const verbs = [
  verb<Flags>({
    name: 'keygen',
    says: '生成加密备份用的一对密钥：私钥写到文件，公钥显示出来',
    withoutConfig: true,
    knows: ['format'],
    formats: ['table', 'json'],
    flags: [{ flag: '--out <文件>', says: '私钥写到哪里，不能是已有的文件' }],
    examples: ['xzx backup keygen --out backup.key'],
    async run(ctx, { flags }) {
      if (!flags.out) throw usage('缺少 --out', '例如 --out backup.key')
      const file = resolve(ctx.world.cwd, flags.out)
      if (existsSync(file))
        throw usage(`文件已存在，没有改动：${file}`, '换一个文件名；覆盖了私钥，加密给它的备份就打不开了')
      if (!(await mayWrite(ctx, flags.out))) return exit.ok
      const { recipient, text } = await newBackupKeys(ctx.world.now())
      await writeSecret(file, text)
      ctx.note(`私钥已写到 ${file}，只有您能读；公钥如下，用于 xzx backup --encrypt-to 或 XZX_BACKUP_RECIPIENT`)
      ctx.note('注意：把私钥移到服务器之外，至少存两处；丢失后加密给它的备份谁也打不开，留在服务器上则等于没有加密')
      await ctx.out(ctx.format === 'json' ? `${JSON.stringify({ recipient, file })}\n` : `${recipient}\n`)
      return exit.ok
    },
  }),
]
