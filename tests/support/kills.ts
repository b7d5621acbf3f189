import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { adminOf, startProcess } from './process.ts'

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  readonly integrity: string
  readonly chain: boolean
}

/**
 * Kills a server under load with SIGKILL again and again, at moments spread by `moment`, each time on the same data.
 * Four writers save without pause; what a writer got an answer for must be there afterwards, once.
 */
export async function killUnderLoad(
  data: string,
  kills: number,
  moment: (kill: number) => number,
): Promise<KillReport> {
  const acknowledged = new Set<string>()
  let columnId = ''
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startProcess(data)
    const post = await adminOf(server.url)
    if (columnId === '')
      columnId = (await post('/column/save?columnType=1&categoryTitle=%E6%B5%8B%E8%AF%95')).value.categoryId
    let answered = 0
    const reached = Promise.withResolvers<void>()
    const enough = moment(kill)
    const write = async (writer: number) => {
      for (let i = 0; ; i += 1) {
        const sourceUrl = `http://127.0.0.1/${kill}/${writer}/${i}`
        const reply = await post('/api/article/save/admin', {
          columnId,
          title: `第 ${i} 篇`,
          content: '<p>正文</p>',
          sourceUrl,
        }).catch(() => null)
        if (reply === null) return
        if (reply.errorCode === '0') acknowledged.add(sourceUrl)
        answered += 1
        if (answered === enough) reached.resolve()
      }
    }
    const writers = [0, 1, 2, 3].map(write)
    await reached.promise
    await server.end('SIGKILL')
    await Promise.all(writers)
  }
  const last = await startProcess(data)
  const post = await adminOf(last.url)
  const { value: chain } = await post('/x/log/check')
  await last.end('SIGTERM')
  const db = new DatabaseSync(join(data, 'xzx.db'), { readOnly: true })
  const found = db.prepare('select "sourceUrl" as url, count(*) as n from article group by "sourceUrl"').all() as {
    url: string
    n: number
  }[]
  const [{ integrity_check: integrity } = { integrity_check: '' }] = db.prepare('pragma integrity_check').all() as {
    integrity_check: string
  }[]
  db.close()
  const there = new Set(found.map((row) => row.url))
  return {
    kills,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((url) => !there.has(url)).length,
    doubled: found.filter((row) => row.n > 1).length,
    integrity,
    chain: chain.whole,
  }
}
