import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DataFault } from './data.ts'
import { makeFolder } from './folder/closed.ts'

/** A key for signing; ready-made ones sign twice as fast as bytes. */
export type Key = KeyObject | Uint8Array

/** Keys for each use, made from the installation's one secret. */
export interface Secret {
  /** Signs the operation log's chain. */
  readonly log: Key
  /** Signs cleaned HTML. */
  readonly seal: Key
  /** Signs the manifests of backups. */
  readonly backup: Key
  /** Encrypts a personal column; the result differs each time. */
  encrypt(text: string): string
  decrypt(stored: string): string
  /** For look-ups of an encrypted value. */
  lookup(text: string): string
  /**
   * What is stored of a token, or seals what is stored: an HMAC, so that nobody makes one who only writes to the database.
   * @param use no mark made for one use stands for anything in another
   */
  mark(
    use:
      | 'session'
      | 'session row'
      | 'device'
      | 'captcha'
      | 'here'
      | 'picture pass'
      | 'editor pass'
      | 'guard'
      | 'quest rating'
      | 'phone code'
      | 'sign-in ground'
      | 'sign-in name'
      | 'sign-in step'
      | 'factor'
      | 'recovery code'
      | 'place'
      | 'audit plan'
      | 'partner'
      | 'push'
      | 'mail file'
      | 'file sender'
      | 'survey'
      | 'site owner'
      | 'apply file',
    ...parts: readonly unknown[]
  ): string
}

/** Reads the key file, or makes it (32 random bytes, mode 0600). Refuses a short one. */
export function openSecret(file: string): Secret {
  if (!existsSync(file)) {
    makeFolder(dirname(file), 0o700)
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(file, 0o600)
  }
  return secretFrom(readFileSync(file, 'utf8'), file)
}

/** The keys that are made from a key file's text. @param file what to call it in a refusal */
export function secretFrom(text: string, file: string): Secret {
  const main = Buffer.from(text.trim(), 'base64url')
  if (main.length < 32)
    throw new DataFault(`密钥文件 ${file} 过短：至少 32 字节（base64url）`, '核对 XZX_KEY_FILE 指的是不是密钥文件')
  const derive = (use: string) => createSecretKey(new Uint8Array(hkdfSync('sha256', main, '', `xzx ${use}`, 32)))
  const personal = derive('personal')
  const search = derive('lookup')
  const marks = derive('mark')
  return {
    log: derive('log'),
    seal: derive('seal'),
    backup: derive('backup'),
    encrypt(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', personal, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt(stored) {
      const bytes = Buffer.from(stored, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', personal, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    lookup: (text) => createHmac('sha256', search).update(text).digest('base64url'),
    mark: (...parts) => createHmac('sha256', marks).update(JSON.stringify(parts)).digest('base64url'),
  }
}

/** A new token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')
