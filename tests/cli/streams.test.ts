import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readAll } from '../../cli/io.ts'
import { value } from '../support/backend.ts'
import { memoryIo } from '../support/cli.ts'
import { sharedBackend, sharedHome } from '../support/set-up.ts'

/** Rows come while pages are still being read: who reads the pipe waits for no page but the first. */

const pages = 4
const size = 200
const backend = await sharedBackend()
const home = sharedHome({ XZX_SERVER: backend.url, XZX_TOKEN: 't' })

test.for(['ndjson', 'json', 'csv', 'ids', 'table'])('--all --format %s', async (format) => {
  let begun: () => void = () => undefined
  const written = new Promise<void>((resolve) => (begun = resolve))
  let asked = 0
  backend.answer = async () => {
    asked += 1
    const first = (asked - 1) * size
    // a page is read ahead; the third one is not answered before rows are out
    if (asked === 3) await written
    const list = Array.from({ length: asked > pages ? 0 : size }, (_, i) => ({
      articleId: String(10_000 - first - i),
      title: `第 ${first + i} 篇`,
      status: 1,
    }))
    return value({ list, total: pages * size, pageNumber: asked, pageSize: size })
  }
  let out = ''
  const ran = await home.xzx(`article list --all --format ${format}`, {
    onOut: (text) => {
      out += text
      if (out.includes('9990')) begun()
    },
  })
  expect([ran.code, ran.out.match(/\b(?:10000|9\d\d\d)\b/g)?.length ?? 0]).toEqual([0, pages * size])
})

test('ids or a text from stdin without an end are refused', async () => {
  const piece = Buffer.alloc(1024 * 1024, '1\n')
  let given = 0
  const stdin = Readable.from(
    (function* () {
      for (; given < 1000; given += 1) yield piece
    })(),
  )
  const { signal } = new AbortController()
  await expect(readAll({ ...memoryIo({}).io, stdin }, signal)).rejects.toMatchObject({
    exit: 2,
    message: '标准输入超过 64 MB',
  })
  expect([given < 100, stdin.destroyed]).toEqual([true, true])
})
