import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/** One step of a way that bytes go. */
export type Step = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** What the library takes and gives, which is the same class by the name that browsers have for it. */
const toLibrary = (source: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>
const fromLibrary = (stream: unknown) => stream as AsyncIterable<Uint8Array>

const publicForm = /^age1[02-9ac-hj-np-z]{58}$/

/** Whether something is a public key to which can be encrypted: its own sum fits. Keys of plug-ins and hardware are none, for nothing here could open what they close. */
export function takesKey(text: string): boolean {
  if (!publicForm.test(text)) return false
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** Encrypts what goes by to public keys, each of which opens it alone, in the format of age (https://age-encryption.org/v1). */
export const encrypting = (recipients: readonly string[]): Step =>
  async function* encrypt(source) {
    const age = new Encrypter()
    for (const recipient of recipients) age.addRecipient(recipient)
    yield* fromLibrary(await age.encrypt(toLibrary(source)))
  }

/** Decrypts what goes by. It throws where no key fits, or where a piece was altered, is missing or stands elsewhere. */
export const decrypting = (secrets: readonly string[]): Step =>
  async function* decrypt(source) {
    const age = new Decrypter()
    for (const secret of secrets) age.addIdentity(secret)
    yield* fromLibrary(await age.decrypt(toLibrary(source)))
  }
