import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { unfit } from '../../core/domain/unfit.ts'
import { dress, excerpt } from '../../server/site/content.ts'
import { generate, isOutOfFrame, regenerate } from '../../server/site/generate.ts'
import { drawingOf, drawPage, renderNamedPage } from '../../server/site/preview.ts'
import { makeSite } from './support.ts'

const nasty = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{ site.name }}{% raw %}',
  `${'长'.repeat(299)}尾`,
  '甲 & 乙 \'丙\' "丁"',
]
const newest = Date.UTC(2027, 0, 1)
const cover = '/uploads/20261101-00000000-0000-4000-8000-000000000000-1920.jpg'
const body = `<h1>一、总体要求</h1><p>正文 &amp; 内容　<br>第二行。  
下一行</p><h4>（一）要点</h4><h2>二、安排</h2><h3></h3><ul><li>甲</li></ul>
<p><img src="/uploads/1.jpg"></p><img src="https://example.com/2.png" alt="图" width="200"><p><a href="http://example.com/" target="_blank">链接</a></p>
<table><tbody><tr><th>名称</th><th>数量</th></tr><tr><td>提案</td><td>3</td></tr></tbody></table>`

/** Every kind of page, with what a careless or hostile writer may type. */
async function demo(skin = 'default') {
  const site = await makeSite()
  await site.set('site.skin', skin)
  await site.column({ title: '空栏目' })
  const news = await site.column({ title: '政协要闻', path: 'yaowen' })
  const sub = await site.column({ title: '<b>委员</b> & 风采', parentId: news, relation: String(news) })
  const about = await site.column({ title: '机构概况', type: 2, path: 'jigou' })
  await site.column({ title: '空的单页', type: 2 })
  await site.column({ title: '全国政协', type: 3, diyUrl: 'http://www.cppcc.gov.cn/?a=1&b=2' })
  for (const [i, title] of nasty.entries())
    await site.article({ columnId: i % 2 ? sub : news, title, content: body, subtitle: title, publishTime: newest + i })
  for (let i = 0; i < 45; i++)
    await site.article({ columnId: news, title: `县政协召开第 ${i} 次主席会议`, coverImage: '/uploads/3.jpg' })
  await site.article({
    columnId: news,
    title: '外部链接',
    categoryType: 'URL',
    jumpUrl: 'https://example.com/?a=1&b=2',
  })
  await site.article({ columnId: about, title: '机构概况', content: body })
  const topics = await site.column({ title: '专题专栏', path: 'zhuanti' })
  const topic = await site.column({ title: '“有事好商量” & 专题', parentId: topics })
  await site.article({ columnId: topic, title: '专题一篇' })
  await site.column({ title: '社情民意', path: 'sheqing', description: '群众的 <意见>' })
  for (const essayList of ['3', '1,3', '1', '2', '4'])
    await site.article({ columnId: sub, title: `标记 ${essayList}`, essayList, coverImage: cover })
  const { receipt } = await generate(site, { kind: 'all' })
  expect(receipt).toMatchObject({ failedCount: 0, unchanged: 0 })
  expect(receipt.written).toBe(site.files().length)
  return site
}

describe('generated pages', () => {
  test('a column leads to where each of its years begins, and to a search within it by year and choices', async () => {
    const site = await makeSite()
    const times = { createdAt: 1, updatedAt: 1, version: 1 }
    const model = { cmName: '文件', cmTableName: 'files', ...times }
    const made = await site.db.write.insertInto('contentModel').values(model).returning('id').executeTakeFirstOrThrow()
    const plain = { contentModelId: made.id, required: 0, lines: 0, inList: 0, carried: 1, ...times } as const
    for (const [fieldTipsName, state] of [
      ['文种', 1],
      ['停用的', 0],
    ] as const)
      await site.db.write
        .insertInto('contentModelField')
        .values({
          ...plain,
          fieldType: 3,
          fieldTipsName,
          fieldFieldName: `f${state}`,
          sort: 1,
          state,
          choices: '通知\n<意见>',
        })
        .execute()
    const columnId = await site.column({ title: '文件', path: 'wj', contentModelId: made.id })
    const one = await site.column({ title: '一年的', path: 'yi' })
    await site.article({ columnId: one, title: '今年', publishTime: Date.UTC(2026, 5, 1) })
    // 20 on a page: of 2026 twelve, of 2025 fifteen, of 2023 one; new year is that of Shanghai
    for (let i = 0; i < 12; i += 1)
      await site.article({ columnId, title: `新${i}`, publishTime: Date.parse('2026-01-01T00:00:00+08:00') + i * 1000 })
    for (let i = 0; i < 15; i += 1)
      await site.article({ columnId, title: `旧${i}`, publishTime: Date.parse('2025-12-31T23:59:00+08:00') + i * 1000 })
    const first = await site.article({ columnId, title: '老', publishTime: Date.UTC(2023, 5, 1) })
    const { receipt } = await generate(site, { kind: 'all' })
    expect(receipt.failedCount).toBe(0)
    const years = (path: string) =>
      [...site.read(path).matchAll(/<a href="([^"]*)#y(\d+)">/g)].map(([, to, year]) => `${year} ${to}`)
    const base = ['2026 /site/wj/', '2025 /site/wj/', '2023 /site/wj/index_2.html']
    expect(years('wj/index.html')).toEqual(base)
    expect(site.read('wj/index.html')).toMatch(/<li id="y2025"><a [^>]*>旧14</)
    expect(site.read('wj/index_2.html')).toMatch(/<li id="y2023"><a [^>]*>老</)
    expect(site.read('wj/index.html')).toContain('<option>&lt;意见&gt;</option>')
    expect(site.read('wj/index.html')).not.toContain('停用的')
    expect(site.read('yi/index.html')).not.toContain('按年份')
    // one that stands first takes the place of none
    await site.db.write
      .insertInto('articleTop')
      .values({ articleId: first, columnId, sort: 1, topUntil: null })
      .execute()
    await generate(site, { kind: 'all' })
    expect(years('wj/index.html')).toEqual(base.slice(0, 2))
    expect(site.read('wj/index.html')).toMatch(/<li id="y2025"><a [^>]*>旧14</)
    const again = (await generate(site, { kind: 'all' })).receipt
    expect(again).toMatchObject({ written: 0, unchanged: again.expected })
  })

  test('a column that is not shown in the navigation keeps its page and its place in the site map', async () => {
    const site = await makeSite()
    const news = await site.column({ title: '政协要闻', path: 'yaowen' })
    for (const [title, path, parentId] of [
      ['不在导航的', 'hidden', 0],
      ['下级不在导航的', 'below', news],
    ] as const)
      await site.article({
        columnId: await site.column({ title, path, inNav: 0, ...(parentId && { parentId }) }),
        title: `${title}一篇`,
      })
    await site.article({ columnId: news, title: '要闻一篇' })
    await generate(site, { kind: 'all' })
    const nav = /<nav class="nav"[\s\S]*?<\/nav>/.exec(site.read('index.html'))?.[0]
    expect(nav).toContain('政协要闻')
    expect(nav).not.toContain('不在导航的')
    for (const path of ['hidden', 'below']) {
      expect(site.read(`${path}/index.html`)).toContain('不在导航的')
      expect(site.read('map.html')).toContain(`/${path}/`)
    }
  })

  test('nothing leads to a column in which there is nothing, but its page is there', async () => {
    const site = await makeSite()
    const news = await site.column({ title: '政协要闻', path: 'yaowen' })
    await site.article({ columnId: news, title: '要闻一篇' })
    await site.column({ title: '导入暂存', path: 'daoru' })
    await site.column({ title: '下级暂存', path: 'xiaji', parentId: news })
    const links = await site.column({ title: '相关链接', path: 'lianjie' })
    await site.column({ title: '全国政协', type: 3, diyUrl: 'http://www.cppcc.gov.cn/', parentId: links })
    await generate(site, { kind: 'all' })
    for (const path of site.files().filter((name) => !/^(?:daoru|xiaji)\//.test(name)))
      for (const words of ['暂存', '/daoru/', '/xiaji/']) expect(site.read(path), path).not.toContain(words)
    for (const path of ['index.html', 'map.html']) expect(site.read(path), path).toContain('全国政协')
    expect(site.read('daoru/index.html')).toContain('<h1>导入暂存</h1>')
    expect(await isOutOfFrame(site)).toBe(false)
    await site.article({ columnId: 2, title: '第一篇' })
    expect(await isOutOfFrame(site)).toBe(true)
    await generate(site, { kind: 'all' })
    for (const path of ['index.html', 'map.html', 'sitemap.xml', 'a/0/1.html'])
      expect(site.read(path), path).toContain('/daoru/')
  })

  test.each(['default', 'plain'])(
    'of the skin %s are valid HTML with one h1, landmarks and sized images',
    async (skin) => {
      const site = await demo(skin)
      const validate = new HtmlValidate(
        new FileSystemConfigLoader({ extends: ['html-validate:recommended'], root: true }),
      )
      const pages = site.files().filter((path) => path.endsWith('.html'))
      expect(pages).toEqual(
        expect.arrayContaining([
          'index.html',
          '404.html',
          'search.html',
          'map.html',
          'access.html',
          'yaowen/index_2.html',
          'jigou/index.html',
        ]),
      )
      for (const path of pages) {
        const html = site.read(path)
        const report = await validate.validateString(html, path)
        const faults = report.results.flatMap((result) =>
          result.messages.map((m) => `${path}:${m.line} ${m.ruleId} ${m.message}`),
        )
        expect(faults).toEqual([])
        expect(html.match(/<h1[\s>]/g), path).toHaveLength(1)
        for (const landmark of ['<header', '<main', '<footer', 'aria-label="主导航"'])
          expect(html, path).toContain(landmark)
        for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ width="\d+" height="\d+"/)
        // what machines read is no program, and no title ends it
        const data = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
        for (const [, json = ''] of data)
          expect(JSON.parse(json), path).toMatchObject({ '@context': 'https://schema.org' })
        const rest = data.reduce((left, [whole]) => left.replace(whole, ''), html)
        expect(rest.replace(/"[^"]*"/g, '""'), path).not.toMatch(
          /<script(?![^>]* src=)|<[^>]*\s(?:on\w+|style)=|<style/,
        )
      }
    },
  )

  test('the front page has its places from the marks and covers of articles, and leaves out what is empty', async () => {
    const site = await demo()
    const index = site.read('index.html')
    const part = (name: string) =>
      new RegExp(`<section class="(?:${name})[^]*?</section>`).exec(index)?.[0].replace(/<img[^>]*>/g, '') ?? ''
    const linked = (name: string) => [...part(name).matchAll(/<a [^>]*>(?:<span>)?([^<]+)/g)].map((m) => m[1])
    // the mark comes before what is newer
    expect(linked('headline')[0]).toBe('标记 4')
    expect(linked('slides')).toEqual(['标记 1,3', '标记 3'])
    expect(linked('pictures')[0]).toBe('标记 1')
    expect(linked('topics')).toEqual(['“有事好商量” &amp; 专题'])
    expect(part('interact')).toContain('<strong>社情民意</strong><span>群众的 &lt;意见&gt;</span>')
    expect(index).toContain('推荐阅读')
    expect(index).toContain(`srcset="${cover.replace('1920', '480')} 480w`)
    expect(index).not.toMatch(/class="title"><a[^>]*>空栏目/)
    for (const words of ['无障碍浏览', '党政机关网站标识', '网站标识码']) expect(index).toContain(words)
  })

  test('what was marked for the front page stands there, however much is newer', async () => {
    const site = await makeSite()
    const columnId = await site.column({ title: '要闻', path: 'yaowen' })
    const single = await site.column({ title: '概况', path: 'gk', type: 2 })
    await site.article({ columnId, title: '早先的头条', essayList: '4' })
    await site.article({ columnId, title: '早先的幻灯片', essayList: '3', coverImage: cover })
    await site.article({ columnId, title: '早先的推荐', essayList: '2' })
    await site.article({ columnId, title: '早先的有图', coverImage: '/uploads/9.jpg' })
    await site.article({ columnId: single, title: '单页不是新闻', essayList: '2,4', coverImage: cover })
    for (let i = 0; i < 230; i += 1) await site.article({ columnId, title: `之后第 ${i} 篇` })
    await generate(site, { kind: 'index' })
    const index = site.read('index.html')
    const part = (name: string) => new RegExp(`<section class="${name}[^]*?</section>`).exec(index)?.[0] ?? ''
    expect(part('headline')).toContain('早先的头条')
    expect(part('slides')).toContain('早先的幻灯片')
    expect(part('pictures')).toContain('早先的有图')
    expect(part('block" aria-labelledby="recommended')).toContain('早先的推荐')
    expect(part('newest')).toContain('之后第 229 篇')
    expect(index).not.toContain('单页不是新闻')
    // what is newest stands among the newest, in another place or not
    await site.article({ columnId, title: '今天的头条', essayList: '4' })
    await generate(site, { kind: 'index' })
    const now = (name: string) =>
      site
        .read('index.html')
        .split('<section class="')
        .find((one) => one.startsWith(name)) ?? ''
    expect(now('newest')).toMatch(/今天的头条[\s\S]*之后第 229 篇/)
    expect(now('headline')).toContain('今天的头条')
  })

  test('show titles as text, whole in the h1, and never run them', async () => {
    const site = await demo()
    expect(site.read('a/0/1.html')).toContain('<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>')
    expect(site.read('a/0/4.html')).toContain(`<h1>${nasty[3]}</h1>`)
    expect(site.read('a/0/3.html')).toContain('<h1>{{ site.name }}{% raw %}</h1>')
    for (const path of site.files())
      expect(site.read(path), path).not.toMatch(path.endsWith('.json') ? /^$/ : /<script>alert|<img src=x/)
    expect(site.read('rss.xml')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('the feed stays readable whatever a text holds, and what readers show of it is text', async () => {
    const site = await makeSite()
    const columnId = await site.column({ title: '要闻\uffff' })
    const content = '<p>前&#1;&#11;&#xFFFF;后 &lt;img src=x onerror=alert(1)&gt; &amp;amp;</p>'
    await site.article({ columnId, title: '题\ufffe目\u0001', content })
    await generate(site, { kind: 'all' })
    const feed = site.read('rss.xml')
    expect(feed).not.toMatch(unfit)
    const of = (name: string) => new RegExp(`<item>[^]*?<${name}>(.*)</${name}>`).exec(feed)?.[1] ?? ''
    expect(of('title')).toBe('题目')
    expect(of('category')).toBe('要闻')
    // once for XML, once for the reader, who takes a description for HTML
    const plain = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    expect(plain(of('description'))).toBe('前后 &lt;img src=x onerror=alert(1)&gt; &amp;amp;')
  })

  test('a summary that nobody wrote has no blanks around bold text, and no two cells in one word', () => {
    const text = '<p>会议<strong>强调</strong>，要<span style="color: #333333"><b>抓好</b>落实</span>。<br>散会</p>'
    const table = '<table><tbody><tr><th>名称</th><td>提案</td></tr><tr><td>3</td></tr></tbody></table>'
    expect(excerpt(`${text}<ul><li>甲</li><li>乙</li></ul>${table}<p><stro`, 120)).toBe(
      '会议强调，要抓好落实。散会 甲 乙 名称 提案 3',
    )
  })

  test('a picture that lies there in several widths is offered in all of them; others stay as they were', () => {
    const stem = `/uploads/20261121-${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`
    const wide = dress(`<p><img src="${stem}-1920.jpg" alt="会场" width="600" height="338"></p>`)
    expect(wide).toContain(
      `width="600" height="338" srcset="${stem}-480.jpg 480w, ${stem}-960.jpg 960w, ${stem}-1440.jpg 1440w, ${stem}-1920.jpg 1920w" sizes="(max-width: 600px) 100vw, 600px"`,
    )
    for (const src of [`${stem}.jpg`, `https://example.com${stem}-1920.jpg`, `${stem}-1920.gif`])
      expect(dress(`<img src="${src}">`)).not.toContain('srcset')
  })

  test('relative addresses in a text go from the page it came from, else from the root, and keep their widths', async () => {
    const site = await makeSite()
    const columnId = await site.column({ title: '要闻' })
    const name = cover.slice('/uploads/'.length)
    const content = `<p><img src="../uploads/${name}" alt="甲"><img src="images/2.jpg?a=1&amp;b=2" alt="乙"><a href="附件/表 1.doc">表</a><a href="#one">一</a><a href="mailto:a@example.com">信</a></p>`
    const [own, brought] = [
      await site.article({ columnId, title: '自写', content }),
      await site.article({ columnId, title: '转来', content, sourceUrl: 'http://old.example.com/news/2020/1.html' }),
    ]
    await generate(site, { kind: 'all' })
    const here = site.read(`a/0/${own}.html`)
    expect(here).toContain(`src="${cover}"`)
    expect(here).toContain(`srcset="${cover.replace('1920', '480')} 480w`)
    expect(here).toContain('src="/images/2.jpg?a=1&amp;b=2"')
    expect(here).toContain('href="/%E9%99%84%E4%BB%B6/%E8%A1%A8%201.doc"')
    for (const kept of ['href="#one"', 'href="mailto:a@example.com"']) expect(here).toContain(kept)
    const there = site.read(`a/0/${brought}.html`)
    expect(there).toContain(`src="http://old.example.com/news/uploads/${name}"`)
    expect(there).toContain('src="http://old.example.com/news/2020/images/2.jpg?a=1&amp;b=2"')
  })

  test('headings in an article follow the h1 without a gap', async () => {
    const site = await demo()
    const levels = [...site.read('a/0/1.html').matchAll(/<h([1-6])/g)].map((m) => Number(m[1]))
    expect(levels).toEqual([1, 2, 3, 3])
  })

  test('content without a seal is cleaned again', async () => {
    const site = await makeSite()
    const columnId = await site.column({ title: '要闻' })
    const id = await site.article({ columnId, title: '旧文' })
    const content = '<p onclick="x()">好<script>alert(1)</script></p><iframe src="https://example.com"></iframe>'
    await site.db.write.updateTable('article').set({ content }).where('id', '=', id).execute()
    await generate(site, { kind: 'all' })
    expect(site.read(`a/0/${id}.html`)).toContain('<div class="content">\n<p>好</p>\n</div>')
  })

  test('absolute addresses, links below the base path and placeholders come from the settings', async () => {
    const site = await makeSite()
    const columnId = await site.column({ title: '要闻', path: 'yw' })
    await site.article({ columnId, title: '一篇' })
    await site.set('site.base', 'https://zx.example.gov.cn/www/')
    await site.set('site.name', '白水县政协')
    await generate(site, { kind: 'all' })
    expect(site.read('rss.xml')).toContain('<link>https://zx.example.gov.cn/www/a/0/1.html</link>')
    expect(site.read('sitemap.xml')).toContain('<loc>https://zx.example.gov.cn/www/yw/</loc>')
    const index = site.read('index.html')
    expect(index).toContain('href="/www/yw/"')
    expect(index).toContain('白水县政协')
    for (const words of [
      '网站标识码：0000000000',
      '冀ICP备00000000号',
      '公网安备 00000000000000号',
      '主办单位',
      '承办单位',
      '我为政府网站找错',
    ])
      expect(index).toContain(words)
  })

  test('the front page and the foot of every page lead to where visitors write, ask and answer', async () => {
    const site = await makeSite()
    await site.column({ title: '要闻', path: 'yw' })
    await generate(site, { kind: 'all' })
    const front = site.read('index.html')
    const foot = (page: string) => page.slice(page.indexOf('<footer'))
    for (const [title, path] of [
      ['领导信箱', 'public_mail/'],
      ['我要写信', 'public_mail/write.html'],
      ['查询来信', 'public_mail/query.html'],
      ['我要建议', 'public_suggest/write.html'],
      ['依申请公开', 'public_apply/guide.html'],
      ['依申请公开查询', 'public_apply/query.html'],
      ['问卷调查', 'public_survey/'],
    ]) {
      expect(front).toContain(`<a href="/site/${path}"><strong>${title}</strong>`)
      expect(foot(site.read('yw/index.html'))).toContain(`<a href="/site/${path}">${title}</a>`)
      expect(site.files()).toContain(path?.replace(/\/$/, '/index.html'))
    }
  })

  test('the front page leads to the topics, and to what else is shown of the county once there is some', async () => {
    const site = await makeSite()
    await site.column({ title: '要闻', path: 'yw' })
    await generate(site, { kind: 'all' })
    const card = (title: string, folder: string) => `<a href="/site/public_${folder}/"><strong>${title}</strong>`
    const topics = [
      ['互动话题', 'topic', '查询话题'],
      ['履职互动', 'exchange', '查询诉求'],
      ['民生互动', 'life', '查询民生话题'],
    ] as const
    for (const [title, folder, lookUp] of topics) {
      expect(site.read('index.html')).toContain(card(title, folder))
      expect(site.read(`public_${folder}/index.html`)).toContain(
        `<a href="/site/public_${folder}/query.html">${lookUp}`,
      )
      // the foot of every page keeps to the forms
      expect(site.read('yw/index.html')).not.toContain(`/site/public_${folder}/`)
    }
    const shown = [
      ['委员提案', 'proposal'],
      ['产品展示', 'product'],
      ['工业项目', 'project'],
      ['名人名录', 'celebrity'],
    ] as const
    for (const [title, folder] of shown) expect(site.read('index.html')).not.toContain(card(title, folder))
    const row = { title: '青石挂面', content: '手工挂面', createdAt: 1, updatedAt: 1, version: 1 }
    const product = { ...row, company: '青石面业', status: 1, openNo: 1 }
    await site.db.write.insertInto('product').values(product).execute()
    await regenerate(site, { articleIds: [], columnIds: [], areas: ['product'] })
    expect(site.read('index.html')).toContain(card('产品展示', 'product'))
    expect(site.read('index.html')).not.toContain(card('名人名录', 'celebrity'))
  })

  test('are previewed by name and by row, never by path', async () => {
    const site = await makeSite()
    const columnId = await site.column({ title: '要闻', path: 'yw' })
    await site.article({ columnId, title: '已发布' })
    const draft = await site.article({ columnId, title: '草稿', status: 3 })
    expect(await renderNamedPage(site, 'index')).toContain('<h1 class="brand">')
    expect(await renderNamedPage(site, 'index.html')).toContain('已发布')
    expect(await renderNamedPage(site, 'yw')).toContain('<h1>要闻</h1>')
    for (const name of ['../xzx.db', '/etc/passwd', 'assets/style.css', `a/0/${draft}.html`, 'nothing'])
      await expect(renderNamedPage(site, name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const stored = await site.db.read
      .selectFrom('article')
      .selectAll()
      .where('id', '=', draft)
      .executeTakeFirstOrThrow()
    const row = { ...stored, files: [] }
    expect(drawPage(await drawingOf(site, row, false))).toContain('<h1>草稿</h1>')
    const seen = drawPage(await drawingOf(site, row, true))
    expect(seen).toMatch(/<style>[^<]*\.wrap/)
    expect(seen).toContain('url("data:image/svg+xml;base64,')
    expect(seen).not.toMatch(/<img[^>]*\/assets\//)
    expect(seen).not.toContain('rel="stylesheet"')
  })
})
