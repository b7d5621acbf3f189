import { usage } from '../errors.ts'
import type { Flag } from '../flags.ts'
import { onData } from '../server-data.ts'
import type { World } from '../world.ts'

const recipientVariable = 'XZX_BACKUP_RECIPIENT'
const identityVariable = 'XZX_BACKUP_IDENTITY'

/** To whom a backup is encrypted. @param name of the flag: a server has other things to encrypt */
export const recipientFlag = (name: string): Flag => ({
  flag: `${name} <公钥>`,
  says: `把备份加密给这个公钥（age1…，或 @文件），可写多次，任一私钥都能解开（${recipientVariable}）`,
  many: true,
})

/** By what an encrypted backup is opened. */
export const identityFlag: Flag = {
  flag: '--identity <文件>',
  says: `私钥文件，恢复和核对加密的备份需要（${identityVariable}）`,
}

/**
 * The public keys that flag or variable name, judged before anything is written.
 * @param name of the flag, for refusals
 * @throws CliError where one is none, or where the variable is there and empty: a backup meant to be encrypted would be made open
 */
export async function recipientsFrom(
  { env, cwd }: World,
  given: readonly string[] | undefined,
  name: string,
): Promise<readonly string[]> {
  const variable = env[recipientVariable]
  if (given === undefined && variable === undefined) return []
  if (given === undefined && variable?.trim() === '')
    throw usage(`${recipientVariable} 是空的，不知道备份要不要加密`, '写上公钥，或者去掉这个变量（备份就不加密）')
  const { readRecipients } = await import('../../server/backup/keys.ts')
  const [texts, from] = given ? [given, name] : [[variable ?? ''], recipientVariable]
  return onData('BACKUP', async () => readRecipients(texts, from, cwd))
}

/** The private keys that flag or variable name; undefined: none. @throws CliError where the file holds none */
export async function identitiesFrom({ env, cwd }: World, given: string | undefined) {
  const file = given ?? (env[identityVariable] || undefined)
  if (file === undefined) return undefined
  const { readIdentities } = await import('../../server/backup/keys.ts')
  return onData('BACKUP', () => readIdentities(file, cwd))
}

/** A new pair of keys. */
export const newBackupKeys = async (now: number) => (await import('../../server/backup/keys.ts')).newKeys(now)

/** Whether a backup is encrypted, in words. @param keys the public keys, or their beginnings */
export const encryptedWords = (keys: readonly string[]): string =>
  keys.length === 0 ? '未加密' : `已加密（公钥 ${keys.map((key) => `${key.slice(0, 16)}…`).join('、')}）`
