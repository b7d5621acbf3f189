import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '../support/server.ts'
import { sharedHome } from '../support/set-up.ts'

const server = await startServer()
afterAll(() => server.close())
const admin = await server.person({ roles: ['admin'] })
const home = sharedHome({ XZX_SERVER: server.url, XZX_TOKEN: admin.token })

test('anchors are read from files as the systems write them, and a file that is none is named', async () => {
  await admin.call('hot.add', { name: '供暖' })
  const { line } = (await admin.call('log.anchor')).value
  const text = `\uFEFF${line}\r\n`
  writeFileSync(join(home.dir, 'a.txt'), text)
  writeFileSync(join(home.dir, 'b.txt'), text, 'utf16le')
  for (const name of ['a.txt', 'b.txt']) {
    const ran = await home.xzx(`log verify --anchor ${name} --json`)
    expect([ran.code, ran.json()], name).toEqual([0, expect.objectContaining({ whole: true, anchors: 1 })])
  }
  mkdirSync(join(home.dir, 'folder'))
  for (const [name, words] of [
    ['none.txt', '没有这个文件'],
    ['folder', '这是目录'],
  ]) {
    const ran = await home.xzx(`log verify --anchor ${name}`)
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(`${join(home.dir, name as string)}：${words}`)])
  }
})

test('without a database on this machine: what is missing, by one code for each command', async () => {
  for (const [line, code] of [
    ['log accept --data none --reason 快照 --yes', 'NO_DATA'],
    ['backup --data none --out kept', 'BACKUP'],
  ] as const) {
    const ran = await home.xzx(`${line} --json`)
    const { error } = JSON.parse(ran.err.trim().split('\n').at(-1) as string)
    expect([ran.code, error.code, error.hint]).toEqual([1, code, '用 --data 指定服务的数据目录'])
  }
})
