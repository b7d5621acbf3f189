import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sealOf } from '../../server/clean.ts'
import { generate, isOutOfFrame, regenerate, type Site } from '../../server/site/generate.ts'
import { notesFolder, standingOf } from '../../server/site/manifest.ts'
import { skinsFolder } from '../../server/site/skin-files.ts'
import { writerOf } from '../../server/site/write.ts'
import { makeSite, type TestSite } from './support.ts'

/** The same seed gives the same numbers on every machine (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

interface World {
  readonly site: TestSite
  readonly columns: number[]
  readonly articles: number[]
  readonly pick: <T>(list: readonly T[]) => T
  /** A number that never comes twice. */
  readonly next: () => number
}

const columnOf = async ({ site }: World, id: number) =>
  (await site.db.read.selectFrom('article').select('columnId').where('id', '=', id).executeTakeFirstOrThrow()).columnId

/** Changes an article as the workflow does, and shows just what that touches. */
async function change(world: World, values: object): Promise<void> {
  const { site } = world
  const id = world.pick(world.articles)
  const before = await columnOf(world, id)
  const { version } = await site.db.read
    .selectFrom('article')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await site.db.write
    .updateTable('article')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await regenerate(site, { articleIds: [id], columnIds: [before, await columnOf(world, id)] })
  if (await isOutOfFrame(site)) await all(world)
}

const all = async ({ site }: World) => void (await generate(site, { kind: 'all' }))
async function setting(world: World, name: string, value: string): Promise<void> {
  await world.site.db.write.deleteFrom('setting').where('name', '=', name).execute()
  await world.site.set(name, value)
  await regenerate(world.site, { articleIds: [], columnIds: [], everything: true })
}
async function column(world: World, values: object): Promise<void> {
  await world.site.db.write.updateTable('column').set(values).where('id', '=', world.pick(world.columns)).execute()
  await regenerate(world.site, { articleIds: [], columnIds: [], everything: true })
}

const content = (world: World) => {
  const html = `<p>第 ${world.next()} 稿 &amp; 正文</p>${world.pick(['', '<h4>题</h4>\n\n<p>段 </p>\n', '<img src="/uploads/1.jpg">'])}`
  return { content: html, seal: world.pick([sealOf(html, world.site.key), null]) }
}

const steps: Readonly<Record<string, (world: World) => Promise<void>>> = {
  title: (world) => change(world, { title: `新题 ${world.next()}` }),
  content: (world) => change(world, content(world)),
  subtitle: (world) => change(world, { subtitle: `副题 ${world.next()}`, keywords: '甲,乙', summary: '摘要' }),
  move: (world) => change(world, { columnId: world.pick(world.columns) }),
  time: (world) => change(world, { publishTime: Date.UTC(2026, 9, 1) + world.next() * 3600_000 }),
  link: (world) =>
    change(world, world.pick([{ categoryType: 'URL', jumpUrl: 'https://example.com/' }, { categoryType: 'CONTENT' }])),
  async files(world) {
    const id = world.pick(world.articles)
    await world.site.attach(id, world.pick([[], ['甲.pdf'], ['甲.pdf', '乙.pdf']]))
    await regenerate(world.site, { articleIds: [id], columnIds: [await columnOf(world, id)] })
  },
  cover: (world) => change(world, { coverImage: world.pick([null, '/uploads/2.jpg', '/uploads/3.jpg']) }),
  async emptyColumn(world) {
    const id = world.pick(world.columns)
    const articles = await world.site.db.read.selectFrom('article').select('id').where('columnId', '=', id).execute()
    await world.site.db.write.updateTable('article').set({ status: 5 }).where('columnId', '=', id).execute()
    await regenerate(world.site, { articleIds: articles.map((row) => row.id), columnIds: [id] })
    if (await isOutOfFrame(world.site)) await all(world)
  },
  takeDown: (world) => change(world, { status: 5 }),
  bringBack: (world) => change(world, { status: 2, deletedAt: null }),
  delete: (world) => change(world, { status: 5, deletedAt: 1 }),
  async add(world) {
    const columnId = world.pick(world.columns)
    const id = await world.site.article({ columnId, title: `新增 ${world.next()}` })
    world.articles.push(id)
    await regenerate(world.site, { articleIds: [id], columnIds: [columnId] })
    if (await isOutOfFrame(world.site)) await all(world)
  },
  values: (world) =>
    change(world, {
      modelFields: world.pick([null, `{"wh":"${world.next()} 号"}`, `{"wh":"一号","x":"${world.next()}"}`]),
    }),
  async model(world) {
    const label = world.site.db.write.updateTable('contentModelField').set({ fieldTipsName: `文号 ${world.next()}` })
    await label.execute()
    await regenerate(world.site, { articleIds: [], columnIds: [], everything: true })
  },
  columnModel: (world) => column(world, { contentModelId: world.pick([1, null]) }),
  columnTitle: (world) => column(world, { title: `栏目 ${world.next()}` }),
  columnTree: (world) => column(world, { parentId: world.pick([0, world.columns[0] as number]) }),
  columnPath: (world) => column(world, { path: `p${world.next()}` }),
  relation: (world) => column(world, { relation: String(world.pick(world.columns)) }),
  name: (world) => setting(world, 'site.name', `政协 ${world.next()}`),
  base: (world) =>
    setting(world, 'site.base', world.pick(['https://example.gov.cn/www', 'http://127.0.0.1:8080/site'])),
  async skin(world) {
    const file = join(
      world.site.skins as string,
      'default',
      world.pick(['article.liquid', 'list.liquid', 'footer.liquid']),
    )
    appendFileSync(file, `<!-- ${world.next()} -->`)
    await all(world)
  },
  // templates that look into what they show get the texts themselves instead of marks for them
  async lookingSkin(world) {
    const file = join(world.site.skins as string, 'default', 'article.liquid')
    appendFileSync(file, `<!-- {{ article.content | strip_html | truncate: 20 }} ${world.next()} -->`)
    await all(world)
  },
  async lostFile(world) {
    rmSync(join(world.site.folder, world.pick(world.site.files())))
    await all(world)
  },
  async damagedFile(world) {
    writeFileSync(join(world.site.folder, world.pick(world.site.files().filter((path) => path.endsWith('.html')))), 'x')
    await all(world)
  },
  async damagedNotes(world) {
    const notes = notesFolder(world.site.folder)
    const file = join(notes, world.pick(readdirSync(notes)))
    const text = readFileSync(file, 'latin1')
    const at = world.next() % text.length
    writeFileSync(file, world.pick([text.slice(0, at), `${text.slice(0, at)}?${text.slice(at + 1)}`]))
    await all(world)
  },
  all,
}

async function fresh(site: Site): Promise<Map<string, string>> {
  const folder = join(site.folder, '..', 'fresh')
  rmSync(folder, { recursive: true, force: true })
  rmSync(notesFolder(folder), { recursive: true, force: true })
  const other = { ...site, folder }
  await generate(other, { kind: 'all' })
  return contentsOf(other as TestSite, folder)
}

const contentsOf = (site: TestSite, folder = site.folder) =>
  new Map(site.filesOf(folder).map((path) => [path, readFileSync(join(folder, path), 'latin1')]))

async function world(seed: number): Promise<World> {
  const base = await makeSite()
  const skins = join(base.folder, '..', 'skins')
  cpSync(skinsFolder(), skins, { recursive: true })
  const site = { ...base, skins }
  const columns = [await site.column({ title: '要闻', path: 'yaowen' }), await site.column({ title: '公告' })]
  columns.push(await site.column({ title: '快讯', parentId: columns[0] as number, relation: String(columns[1]) }))
  columns.push(await site.column({ title: '概况', type: 2, path: 'gk', relation: String(columns[0]) }))
  const times = { createdAt: 1, updatedAt: 1, version: 1 }
  const model = { id: 1, cmName: '文件', cmTableName: 'files', ...times }
  await site.db.write.insertInto('contentModel').values(model).execute()
  const field = { contentModelId: 1, fieldType: 1, fieldTipsName: '文号', fieldFieldName: 'wh', sort: 1, ...times }
  const unset = { required: 0, lines: 0, inList: 0, state: 1, carried: 1 } as const
  await site.db.write
    .insertInto('contentModelField')
    .values({ ...field, ...unset })
    .execute()
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const articles: number[] = []
  for (let i = 0; i < 45; i += 1) articles.push(await site.article({ columnId: pick(columns), title: `第 ${i} 篇` }))
  let count = 0
  const made = { site, columns, articles, pick, next: () => ++count * 7 }
  await all(made)
  return made
}

describe('what was made before', () => {
  test.each([1, 2, 3])(
    'and only changed where it had to be equals what is made anew, in order %i',
    async (seed) => {
      const made = await world(seed)
      const done: string[] = []
      for (let i = 1; i <= 24; i += 1) {
        const step = made.pick(Object.keys(steps))
        done.push(step)
        await steps[step]?.(made)
        if (i % 4 !== 0) continue
        const wanted = await fresh(made.site)
        const found = contentsOf(made.site)
        expect([...found.keys()], done.join(' ')).toEqual([...wanted.keys()])
        for (const [path, text] of wanted) expect(found.get(path), `${path} after ${done.join(' ')}`).toBe(text)
      }
    },
    60_000,
  )

  test('is not made again, unless all is asked for; what a hand changed is, though its size and time of change are the same', async () => {
    const { site } = await world(9)
    const page = join(site.folder, 'a/0/3.html')
    const { atime, mtime } = statSync(page)
    const text = readFileSync(page, 'utf8')
    writeFileSync(page, text.replace('第 2 篇', '第 0 篇'))
    utimesSync(page, atime, mtime)
    expect((await generate(site, { kind: 'all' })).receipt).toMatchObject({ written: 1, failedCount: 0 })
    expect(readFileSync(page, 'utf8')).toBe(text)

    // a row that was changed behind everybody's back, down to its version, shows only when all pages are asked for
    await site.db.write.updateTable('article').set({ subtitle: '背后改动' }).where('id', '=', 3).execute()
    expect((await generate(site, { kind: 'all' })).receipt.written).toBe(0)
    expect((await generate(site, { kind: 'all', force: true })).receipt.written).toBe(1)
    expect(readFileSync(page, 'utf8')).toContain('背后改动')
  })

  test('stays no other by a note that somebody wrote for it', async () => {
    const { site } = await world(12)
    const path = 'a/0/3.html'
    const page = join(site.folder, path)
    const text = readFileSync(page, 'utf8')
    const was = standingOf(statSync(page))
    writeFileSync(page, text.replace('</h1>', '</h1><b>假的</b>'))
    const forged = standingOf(statSync(page))
    const notes = notesFolder(site.folder)
    let lines = 0
    for (const name of readdirSync(notes)) {
      const before = readFileSync(join(notes, name), 'latin1')
      const after = before.replace(was, forged)
      if (before.includes(path) && after !== before) lines += 1
      writeFileSync(join(notes, name), after, 'latin1')
    }
    expect(lines).toBe(1)
    expect((await generate(site, { kind: 'all' })).receipt).toMatchObject({ written: 1, failedCount: 0 })
    expect(readFileSync(page, 'utf8')).toBe(text)
  })

  test('is found without what a run left that was killed; files of one that runs stay', async () => {
    const { site } = await world(13)
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const folder = join(site.folder, 'a/0')
    const script = `import('${new URL('../../server/site/write.ts', import.meta.url).href}').then(({ writerOf }) => {
      const writer = writerOf(${JSON.stringify(site.folder)})
      for (const path of ['index_9.html', 'a/0/9999.html', 'gk/index_9.html']) writer.put(path, '未写完')
      process.kill(process.pid, 'SIGKILL')
    })`
    expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL')
    const running = writerOf(site.folder)
    running.put('a/0/9998.html', '正在写')
    const left = () => site.files().filter((path) => path.endsWith('.tmp'))
    // of another machine, as it seems: nobody knows who runs there
    writeFileSync(join(folder, `.${dead}-zzzzzzabc-1.tmp`), '')
    expect(left()).toHaveLength(5)
    await generate(site, { kind: 'all' })
    expect(left()).toHaveLength(2)
    running.abandon()
    expect(left()).toEqual([`a/0/.${dead}-zzzzzzabc-1.tmp`])
  })

  test('counts nothing when the run before was cut short, or its notes are lost', async () => {
    const { site } = await world(10)
    await site.set('site.name', '另一个名字')
    let looks = 0
    const cut = await generate(site, { kind: 'all' }, { stopped: () => looks++ > 12 })
    expect(cut.cancelled).toBe(true)
    const { receipt } = await generate(site, { kind: 'all' })
    expect(receipt.written + receipt.unchanged).toBe(receipt.expected)
    expect(contentsOf(site)).toEqual(await fresh(site))
    rmSync(notesFolder(site.folder), { recursive: true })
    expect((await generate(site, { kind: 'all' })).receipt.written).toBe(0)
    expect(readdirSync(notesFolder(site.folder)).length).toBeGreaterThan(3)
  })
})

describe('of a large site', () => {
  test('an approval reads what it touches, and not the articles there are', async () => {
    const site = await makeSite()
    const large = await site.column({ title: '要闻', path: 'yaowen' })
    const small = await site.column({ title: '公告', path: 'gonggao' })
    const row = { columnId: large, content: '<p>文</p>', status: 2, hits: 0, version: 1, demo: 0 as const }
    const times = { createdAt: 1, updatedAt: 1 }
    for (let i = 0; i < 12_000; i += 500) {
      const rows = Array.from({ length: 500 }, (_, k) => ({ ...row, ...times, title: '题', publishTime: i + k }))
      await site.db.write.insertInto('article').values(rows).execute()
    }
    const id = await site.article({ id: 25_000, columnId: small, title: '新公告' })
    let read = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        read += result.rows.length
        return result
      },
    }
    const db = { ...site.db, read: site.db.read.withPlugin(counting) }
    // the first time makes the site maps
    await regenerate(site, { articleIds: [id], columnIds: [small] })
    const receipt = await regenerate({ ...site, db }, { articleIds: [id], columnIds: [small] })
    expect(receipt.failedCount).toBe(0)
    expect(site.read('gonggao/index.html')).toContain('新公告')
    // most of them for the search page, which looks through the newest 2,000
    expect(read).toBeLessThan(6000)
  })
})
