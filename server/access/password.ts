import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const cost = { N: 2 ** 15, r: 8, p: 1 }

const derive = (password: string, salt: Buffer, params: { N: number; r: number; p: number }): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, { ...params, maxmem: 256 * params.N * params.r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

async function hashBy(password: string, { N, r, p }: typeof cost): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, { N, r, p })
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Hashes a password by scrypt; the parameters stand in the hash. */
export const hashPassword = (password: string): Promise<string> => hashBy(password, cost)

const randomN = 2 ** 8

/** Hashes what nobody chose: of 16 random letters nobody guesses one, however fast, and thousands are made at once. */
export const hashRandom = (password: string): Promise<string> => hashBy(password, { ...cost, N: randomN })

/** Stands for passwords that are only to be compared with those of a repeat: to guess them from it takes as long as from a stored hash. */
export async function markOfPasswords(passwords: readonly string[], salt: string): Promise<string> {
  return (await derive(JSON.stringify(passwords), Buffer.from(salt), cost)).toString('base64url')
}

let nobody: Promise<string> | undefined

/** Compares in constant time; with no stored hash (an unknown account, or one that was given none) it takes as long and answers false. */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'))
  const known = stored?.startsWith('scrypt$') ? stored : null
  const [, N, r, p, salt, key] = (known ?? (await nobody)).split('$')
  const expected = Buffer.from(key ?? '', 'base64url')
  const got = await derive(password, Buffer.from(salt ?? '', 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  // takes as long as any other: who was imported and has not come yet is told from nobody
  if (Number(N) === randomN) await derive(password, randomBytes(16), cost)
  return expected.length === got.length && timingSafeEqual(expected, got) && known !== null
}
