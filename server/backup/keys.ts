import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { fileStamp } from '../../core/domain/time.ts'
import { DataFault, isThere, NotThere } from '../data.ts'
import { takesKey } from './age.ts'

/** The private keys of a file, and the public ones that go with them. */
export interface Identities {
  /** Where they are from: messages name the file, never what is in it. */
  readonly file: string
  readonly secrets: readonly string[]
  readonly recipients: readonly string[]
}

const makeOne = 'xzx backup keygen --out 私钥文件 生成一对，把它显示的公钥写在这里'
const secretForm = /age-secret-key-/i
const encryptedForm = /^(?:-----BEGIN AGE|age-encryption\.org)/

/** So much of a public key tells operators which of their files it belongs to. */
export const shortKey = (recipient: string): string => recipient.slice(0, 16)

/** The lines of a key file that hold keys. */
function linesOf(file: string, what: string): string[] {
  if (!isThere(file)) throw new NotThere(`没有找到${what}文件：${file}`, '核对路径')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new NotThere(`不能读取${what}文件 ${file}（${(error as NodeJS.ErrnoException).code}）`, '应为一个文本文件')
  }
  if (encryptedForm.test(text)) throw new NotThere(`${what}文件 ${file} 是加密的`, '先用 age -d 解开，再指定解开的文件')
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** @param shown where it stands; it is not repeated itself unless it is public */
function recipientFrom(text: string, shown: string): string {
  if (secretForm.test(text))
    throw new NotThere(
      `${shown}是私钥，应为公钥；没有作任何修改`,
      '用与它成对的公钥（age1 开头，见私钥文件的注释）；私钥若出现在命令行、脚本或日志里，请作废并重新生成',
    )
  if (takesKey(text)) return text
  const given = text.startsWith('age1') ? `：${text.slice(0, 80)}` : ''
  throw new NotThere(`${shown}不是公钥${given}`, `应为 age1 开头的 62 个字符；没有的话用 ${makeOne}`)
}

/**
 * The public keys that a backup is encrypted to.
 * @param given each a key, several of them, or `@file` with one in a line
 * @param from what to call it in refusals: the flag or the variable
 * @throws NotThere where one is none; a private key is never repeated
 */
export function readRecipients(given: readonly string[], from: string, cwd: string): string[] {
  const found = given.flatMap((text) => {
    const trimmed = text.trim()
    if (!trimmed.startsWith('@')) return trimmed.split(/[\s,]+/).map((one) => recipientFrom(one, `${from} 的值`))
    const file = resolve(cwd, trimmed.slice(1))
    const lines = linesOf(file, '公钥')
    if (lines.length === 0) throw new NotThere(`公钥文件 ${file} 中没有公钥`, `每行一个；没有的话用 ${makeOne}`)
    return lines.map((line) => recipientFrom(line, `公钥文件 ${file} 的内容`))
  })
  return [...new Set(found)]
}

/** Reads a file of private keys. @throws NotThere where it is none; nothing of its content is repeated */
export async function readIdentities(given: string, cwd: string): Promise<Identities> {
  if (secretForm.test(given))
    throw new NotThere('--identity 收到的是私钥本身', '应为存放私钥的文件；这个私钥已出现在命令行里，请作废并重新生成')
  const file = resolve(cwd, given)
  const secrets = linesOf(file, '私钥')
  if (secrets.length > 0 && secrets.every(takesKey))
    throw new NotThere(`${file} 中是公钥，不能解密`, '应为 xzx backup keygen 写下的私钥文件')
  try {
    if (secrets.length === 0) throw new Error('none')
    return { file, secrets, recipients: await Promise.all(secrets.map((secret) => identityToRecipient(secret))) }
  } catch {
    // what the library says of it may have the key in it
    throw new NotThere(`${file} 不是私钥文件`, '应为 xzx backup keygen（或 age-keygen）写下的文件')
  }
}

/** A new pair of keys: the public one, and the file with the private one as `age-keygen` writes it. */
export async function newKeys(now: number): Promise<{ readonly recipient: string; readonly text: string }> {
  const secret = await generateX25519Identity()
  const recipient = await identityToRecipient(secret)
  return { recipient, text: `# xzx backup keygen ${fileStamp(now)}\n# public key: ${recipient}\n${secret}\n` }
}

/** Why a backup cannot be opened with what was given. */
export function noIdentity(encryptedTo: readonly string[], given: Identities | undefined): DataFault {
  const needed = encryptedTo.map((key) => `${key}…`).join('、')
  const hint = `用 --identity 指定公钥为 ${needed} 的私钥文件（或设 XZX_BACKUP_IDENTITY）；公钥写在私钥文件的注释里，可用 grep 查找`
  if (!given)
    return new NotThere(
      `备份是加密的，恢复和核对需要私钥（公钥为 ${needed}）`,
      `${hint}。只看文件有没有损坏，不需要私钥：在备份目录内运行 sha256sum -c ${sumsFile}`,
    )
  const has = given.recipients.map((key) => `${shortKey(key)}…`).join('、')
  return new DataFault(`私钥不对：备份加密给 ${needed}，${given.file} 中的私钥属于 ${has}`, hint)
}

/** The sums of the files of an encrypted backup, which need no key: `sha256sum -c` finds what the disk has spoiled. */
export const sumsFile = 'SHA256SUMS'
