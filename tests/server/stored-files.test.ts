import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, test } from 'vitest'
import { decrypting, encrypting, type Step, takesKey } from '../../server/backup/age.ts'
import { howToStore, keeper, newFile, readStored, storeFile } from '../../server/backup/files.ts'
import type { FileEntry, How } from '../../server/backup/manifest.ts'
import { refuseFull } from '../../server/backup/room.ts'

const dir = mkdtempSync(join(tmpdir(), 'xzx-stored-'))
afterAll(() => rmSync(dir, { recursive: true }))
const watch = { signal: new AbortController().signal }
const nothing = () => {}
const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const measured = (bytes: Buffer) => ({ size: bytes.length, sha256: sum(bytes) })

async function through(step: Step, bytes: Uint8Array, piece = 10_000): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const out: Uint8Array[] = []
  for await (const chunk of step(pieces())) out.push(chunk)
  return Buffer.concat(out)
}

let files = 0
/** A file as it would lie in a backup, and what a manifest says of it. */
function laid(bytes: Buffer, how: How, content: Buffer): FileEntry {
  files += 1
  const path = `stored-${files}`
  writeFileSync(join(dir, path), bytes)
  return { path: `file-${files}`, ...measured(content), stored: { path, how, ...measured(bytes) } }
}

test.each([0, 1, 4096, 65_535, 65_536, 65_537, 300_000])(
  '%i bytes come back as they were, in every form',
  async (size) => {
    const secret = await generateX25519Identity()
    const recipients = [await identityToRecipient(secret)]
    const bytes = Buffer.alloc(size, 'county ')
    const from = join(dir, `from-${size}`)
    writeFileSync(from, bytes)
    for (const how of ['plain', 'zstd'] as const)
      for (const keyed of [false, true]) {
        const path = `to-${size}-${how}-${keyed}`
        const { stored, ...content } = await storeFile(
          from,
          join(dir, path),
          { how, encrypt: keyed ? encrypting(recipients) : undefined },
          watch,
          nothing,
        )
        expect(content).toEqual(measured(bytes))
        expect(stored).toEqual(measured(readFileSync(join(dir, path))))
        expect(statSync(join(dir, path)).mode & 0o777).toBe(0o600)
        const kept = keeper()
        const entry = { path: 'a', ...content, stored: { path, how, ...stored } }
        await readStored(dir, entry, keyed ? decrypting([secret]) : undefined, kept.into, watch)
        expect(kept.bytes().equals(bytes)).toBe(true)
      }
  },
)

test('what shrinks is compressed; pictures, archives and what fits a block anyway are not', async () => {
  const text = Buffer.from('关于召开全体会议的通知。'.repeat(2000))
  const noise = randomBytes(200_000)
  for (const [bytes, how] of [
    [text, 'zstd'],
    [noise, 'plain'],
    [gzipSync(Buffer.from(noise.toString('base64'))), 'plain'],
    // by its middle: the head of a film or an archive tells little of the rest
    [Buffer.concat([Buffer.alloc(20_000), noise]), 'plain'],
    [Buffer.alloc(4096), 'plain'],
    [Buffer.alloc(4097), 'zstd'],
    [Buffer.alloc(0), 'plain'],
  ] as const) {
    const file = join(dir, 'sample')
    writeFileSync(file, bytes)
    expect(await howToStore(file), String(bytes.length)).toBe(how)
  }
})

test('not a byte more is written than the manifest names, whatever a file unpacks to', async () => {
  const huge = Buffer.alloc(60_000_000)
  const bomb = zstdCompressSync(huge)
  expect(bomb.length).toBeLessThan(10_000)
  for (const [bytes, how, content] of [
    [bomb, 'zstd', huge.subarray(0, 1000)],
    [huge, 'plain', huge.subarray(0, 1000)],
  ] as const) {
    const entry = laid(bytes, how, content)
    const to = join(dir, `${entry.path}.out`)
    await expect(readStored(dir, entry, undefined, newFile(to), watch)).rejects.toThrow(`文件 ${entry.path}`)
    expect(existsSync(to) ? statSync(to).size : 0).toBeLessThanOrEqual(1000)
  }
  // one that wants more memory for looking back than any of ours
  const far = zstdCompressSync(randomBytes(20_000_000), { params: { [constants.ZSTD_c_windowLog]: 27 } })
  const entry = laid(far, 'zstd', zstdDecompressSync(far))
  await expect(readStored(dir, entry, undefined, undefined, watch)).rejects.toThrow('备份已损坏')
})

test('a file that is shorter, longer or another one than the manifest says is refused by its name', async () => {
  const content = Buffer.from('content '.repeat(1000))
  const packed = zstdCompressSync(content)
  const good = laid(packed, 'zstd', content)
  await readStored(dir, good, undefined, undefined, watch)
  const other = zstdCompressSync(Buffer.from('contents'.repeat(1000)))
  for (const wrong of [
    laid(packed.subarray(0, -5), 'zstd', content),
    laid(packed, 'plain', content),
    laid(content, 'zstd', content),
    laid(other, 'zstd', content),
    { ...good, size: good.size + 1 },
    { ...good, sha256: sum(other) },
    { ...good, stored: { ...good.stored, size: good.stored.size + 1 } },
    { ...good, stored: { ...good.stored, sha256: sum(other) } },
  ])
    await expect(readStored(dir, wrong, undefined, undefined, watch)).rejects.toThrow(`文件 ${wrong.path}`)
  const absent = { ...good, stored: { ...good.stored, path: 'absent' } }
  await expect(readStored(dir, absent, undefined, undefined, watch)).rejects.toThrow('缺少文件')
})

test('encrypted pieces that are missing, swapped or altered are found, at the border of a piece too', async () => {
  const secret = await generateX25519Identity()
  const bytes = randomBytes(200_000)
  const closed = await through(encrypting([await identityToRecipient(secret)]), bytes)
  const open = (altered: Uint8Array) => through(decrypting([secret]), altered)
  expect((await open(closed)).equals(bytes)).toBe(true)
  const piece = 65_536 + 16
  const last = 200_000 - 3 * 65_536 + 16
  const head = closed.length - 3 * piece - last
  const part = (n: number) => closed.subarray(head + n * piece, Math.min(closed.length, head + (n + 1) * piece))
  const flipped = Buffer.from(closed)
  flipped.writeUInt8(flipped.readUInt8(flipped.length - 1) ^ 1, flipped.length - 1)
  for (const altered of [
    closed.subarray(0, closed.length - last),
    closed.subarray(0, closed.length - 1),
    Buffer.concat([closed.subarray(0, head), part(1), part(0), part(2), part(3)]),
    Buffer.concat([closed.subarray(0, head), part(0), part(2), part(3)]),
    Buffer.concat([closed, part(3)]),
    flipped,
    closed.subarray(1),
    Buffer.alloc(0),
  ])
    await expect(open(altered)).rejects.toThrow()
  const other = await generateX25519Identity()
  await expect(through(decrypting([other]), closed)).rejects.toThrow()
})

/** Written by age 1.1.1, with a key of age-keygen that was made for this. */
const byAge =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBRL0RvWEpJZDN5ZXQxdzBDS1puRnE1MlAwNDVVUGNWUVVISysxQXNHalFBCmM1ZmMwY1VyUEpocVRDdzN6clh6RlVFVkZLMkpURkNkM1hSd29Wclc5amcKLS0tIGI1TXFEOTBBcXBvMERLaVNycDdoNjE4eFdRZlBjQTh0NExlMitNaGg1TFUKP1X5gV1xT2EinHcMhDCHVJ2KgLEBtLve1glaMwQR6RGeg+O/nzREqHPeQGgjr6+7DU81UfamIIeb'
const ageSecret = ['AGE-SECRET-KEY-1', 'U9U46D2LCDJK8GXF8RD9Q3YEG75ZA74HQR4FZ7XGS6DESHMGWM5QXM908N'].join('')

test('what age has encrypted is opened, and where age is installed it opens what was encrypted here', async (t) => {
  const opened = await through(decrypting([ageSecret]), Buffer.from(byAge, 'base64'))
  expect(opened.toString()).toBe('县政协网站的备份\n')
  if (spawnSync('age', ['--version']).error) return t.skip('没有安装 age')
  const bytes = randomBytes(200_000)
  writeFileSync(join(dir, 'age.key'), `${ageSecret}\n`)
  const input = await through(encrypting([await identityToRecipient(ageSecret)]), bytes)
  const ran = spawnSync('age', ['-d', '-i', join(dir, 'age.key')], { input })
  expect([ran.status, ran.stdout.equals(bytes)]).toEqual([0, true])
})

test('a public key is one by its sum; keys of hardware, which nothing here could open, are none', async () => {
  const key = await identityToRecipient(await generateX25519Identity())
  expect(takesKey(key)).toBe(true)
  for (const none of ['', key.slice(0, -1), `${key}q`, key.toUpperCase(), ` ${key}`, key.replace('age1', 'age1tag1')])
    expect(takesKey(none), none).toBe(false)
})

test('a disk without room is told before anything is written to it', async () => {
  await expect(refuseFull(join(dir, 'none/below'), 1, '')).resolves.toBeUndefined()
  await expect(refuseFull(join(dir, 'none/below'), 1e18, '换一个目录')).rejects.toMatchObject({
    ...{ passing: true, hint: '换一个目录', message: expect.stringContaining('磁盘空间不足') },
  })
})
