import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const fileName = 'default/404.liquid'
const doubled = (filter: string) =>
  `{% assign a = 'xy' %}{% for i in (1..60) %}{% assign a = a | ${filter} %}{% endfor %}{{ a }}`

/** Templates that would run away, and what is said of each. */
const runaways: readonly (readonly [text: string, says: RegExp])[] = [
  ['{% for i in (1..99999999) %}{{ i }}{% endfor %}', /限制/],
  ['{% for i in (1..50000) %}{% for j in (1..50000) %}{% assign x = j %}{% endfor %}{% endfor %}', /限制/],
  [`{% for i in (1..50000) %}${'长'.repeat(1000)}{% endfor %}`, /输出超过|限制/],
  [`{% capture a %}{% for i in (1..50000) %}${'长'.repeat(1000)}{% endfor %}{% endcapture %}{{ a }}`, /限制|输出超过/],
  [doubled('append: a'), /限制|输出超过/],
  [doubled("replace: 'x', 'xxxxxxxxxxxxxxxxxxxx'"), /限制|输出超过/],
  [doubled('split: "" | concat: a | join: "xxxx"'), /限制|输出超过/],
  ["{% render '404' %}", /没有尽头|限制/],
  ["{% include '404' %}", /没有尽头|限制/],
  ["{% layout '404' %}", /没有尽头|限制/],
]

/** Names that lead nowhere but to the skin’s own templates. */
const strange = [
  ...["'../../../../etc/passwd'", "'/etc/passwd'", "'file:///etc/passwd'", "'..%2f..%2fpackage.json'", "'skin.json'"],
  ...["'constructor'", "'__proto__'", "'toString'", 'site.name', 'site.url'],
]

/** What would run in visitors’ browsers, however it is put together. */
const scripts = [
  `<p {{ 'on' }}click="x()">甲</p>`,
  `<p {{ 'onclick=x()' | raw }}>甲</p>`,
  `<{{ 'script' }} src="https://elsewhere.example/x.js"></{{ 'script' }}>`,
  `<script src="{{ site.base }}/assets/{{ 'style' }}.css"></script>`,
  `<a href="{{ 'java' }}script:x()">甲</a>`,
  `<a href="{{ 'java' | append: '&#9;script:x()' | raw }}">甲</a>`,
  `<{{ 'base' }} href="https://elsewhere.example/">`,
  `<{{ 'object' }} data="x"></{{ 'object' }}>`,
  `<iframe {{ 'srcdoc' }}="x"></iframe>`,
  `<meta http-equiv="{{ 'refresh' }}" content="0;url=https://elsewhere.example/">`,
  `<svg {{ 'onload' }}="x()"></svg>`,
  `<{{ 'iframe' }} src="https://elsewhere.example/"></iframe>`,
  '<iframe src=" \\\\elsewhere.example/"></iframe>',
  '<form action="https://elsewhere.example/"></form>',
  '<form><button formaction="//elsewhere.example/">甲</button></form>',
  '<link rel="stylesheet" href="https://elsewhere.example/x.css">',
  '<link rel="canonical stylesheet" href="//elsewhere.example/x.css">',
  '<style>@import "https://elsewhere.example/x.css"</style>',
  '<svg><a><animate attributeName=href values="javascript&#58;x()"/></a></svg>',
  '<svg><a><set attributeName="xlink:href" to="https://elsewhere.example/"/></a></svg>',
]

describe.each(databases)('hostile templates on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    // templates of lists are tried on one
    await makeColumn(server)
  })
  afterAll(() => server.close())

  const write = (content: string, name = fileName) =>
    admin.call('template.writeFileContent', { fileName: name, content })
  const untouched = async () =>
    expect((await admin.call('template.readFileContent', { fileName })).value).toMatchObject({ state: 'shipped' })
  const upload = (fileUrl: string, name: string, bytes: Uint8Array | string) => {
    const form = new FormData()
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
    const headers = { authorization: admin.token, fileUrl: encodeURIComponent(fileUrl) }
    return server.raw('/api/file/upload/article/tem', { method: 'POST', headers, body: form })
  }

  test.each(runaways)('what runs away ends at a limit, and the server goes on: %s', async (text, says) => {
    const refused = await write(text)
    expect(refused.errorCode).toMatch(/BAD_INPUT|TOO_LARGE/)
    expect(refused.errorMsg).toMatch(says)
    await untouched()
    expect((await admin.call('template.check', {})).value.problems).toEqual([])
  })

  test('two templates that name one another end too', async () => {
    await write('<h1>甲</h1>', 'default/list-one.liquid')
    await write("<h1>乙</h1>{% render 'list-one' %}", 'default/list-two.liquid')
    const refused = await write("{% render 'list-two' %}", 'default/list-one.liquid')
    expect(refused.errorMsg).toMatch(/没有尽头|限制/)
    for (const name of ['two', 'one']) await admin.call('template.del', { fileName: `default/list-${name}.liquid` })
  })

  test.each(strange)('a name in a template leads nowhere else: %s', async (name) => {
    for (const tag of ['render', 'include', 'layout']) {
      const refused = await write(`{% ${tag} ${name} %}`)
      expect(refused.errorCode, tag).toBe('BAD_INPUT')
      expect(refused.errorMsg).not.toMatch(/root:|dependencies/)
    }
    await untouched()
  })

  test('a template looks at nothing but what it was given', async () => {
    const names = ['constructor', '__proto__', 'toString', 'constructor.constructor', 'prototype', 'valueOf']
    const content = names.map((name) => `[{{ site.${name} }}|{{ site.name.${name} }}|{{ ${name} }}]`).join('')
    const body = JSON.stringify({ fileName, content })
    const headers = { authorization: admin.token, 'content-type': 'application/json' }
    const { text } = await server.raw('/x/template/preview', { method: 'POST', headers, body })
    expect(text).toContain('[||]'.repeat(names.length))
  })

  test.each(scripts)('no script comes onto a page, however it is put together: %s', async (text) => {
    expect(await write(text)).toMatchObject({ errorCode: 'BAD_INPUT' })
    await untouched()
  })

  test('a template of ten megabytes is refused, written or uploaded; one at the limit is not', async () => {
    const huge = 'a'.repeat(10 * 1024 * 1024)
    expect((await write(huge)).errorCode).toMatch(/TOO_LARGE|BAD_INPUT/)
    expect(await upload('404.liquid', '404.liquid', huge)).toMatchObject({ errorCode: 'TOO_LARGE' })
    expect((await write('a'.repeat(200_001))).errorCode).toBe('BAD_INPUT')
    await untouched()
    expect((await write('字'.repeat(200_000))).errorCode).toBe('0')
    await admin.call('template.restore', { fileName, revision: 0 })
  })

  test('scripts and pages are no files of a skin, whatever they are called', async () => {
    const script = '<script>x()</script>'
    for (const [fileUrl, name] of [
      ...['own.js', 'page.html', 'page.htm', 'x.php', 'x.mjs', 'x.svgz', 'x.js.css.js'].map((one) => [
        `assets/${one}`,
        one,
      ]),
      ...[
        ['assets/x.css\0.png', 'x.png'],
        ['assets/%2e%2e/x.css', 'x.css'],
        ['/etc/x.css', 'x.css'],
        ['assets\\..\\x.css', 'x.css'],
        ['plain/../default/x.liquid', 'x.liquid'],
      ],
    ] as [string, string][])
      expect((await upload(fileUrl, name, script)).errorCode, fileUrl).toMatch(/BAD_INPUT|NO_PERMISSION/)
    expect((await upload('assets/x.png', 'x.png', script)).errorCode).toBe('BAD_INPUT')
    expect((await upload('assets/x.svg', 'x.svg', script)).errorCode).toBe('BAD_INPUT')
  })

  test('a template that is changed during a run is on every page in the end', async () => {
    const columnId = await makeColumn(server, '改版栏目')
    const ids = await makeArticles(server, 300, { columnId, status: 2, by: 1 })
    const [run, saved] = await Promise.all([
      admin.call('generate.all'),
      write('<h1>改版：{{ article.title }}</h1>', 'default/article.liquid'),
    ])
    expect([run.errorCode, saved.errorCode]).toEqual(['0', '0'])
    await server.parts.site.showTouched({ wait: true })
    const { folder } = server.parts.site.site
    const pageOf = (id: number) => readFileSync(join(folder, `a/${Math.floor(id / 1000)}/${id}.html`), 'utf8')
    await expect.poll(() => ids.filter((id) => !pageOf(Number(id)).includes('改版：'))).toEqual([])
    // what would break them is refused, and they stay as they are
    expect(await write('{{ article.title | nothing }}', 'default/article.liquid')).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
    expect(pageOf(Number(ids[0]))).toContain('改版：')
    await admin.call('template.restore', { fileName: 'default/article.liquid', revision: 0 })
  })

  test('a script that comes onto pages by a condition which no trial meets is on none: the page stays as it was, and is told', async () => {
    const columnId = await makeColumn(server, '条件')
    const [calm = '', set = ''] = (await makeArticles(server, 2, { columnId, status: 2, by: 1 })).map(String)
    await admin.call('generate.all')
    const { folder } = server.parts.site.site
    const pageOf = (id: string) => readFileSync(join(folder, `a/${Math.floor(Number(id) / 1000)}/${id}.html`), 'utf8')
    const before = pageOf(set)
    const name = 'default/article.liquid'
    const parts = ['"<scr"', ...['"ipt>x()</scr"', '"ipt>"'].map((part) => `append: ${part}`)].join(' | ')
    const hidden = `<h1>新：{{ article.title }}</h1>{% assign q = ${parts} %}{% if article.title contains "暗号" %}{{ q | raw }}{% endif %}`
    expect((await write(hidden, name)).errorMsg).toBe('')
    await server.parts.db.write.updateTable('article').set({ title: '暗号' }).where('id', '=', Number(set)).execute()
    const { value } = await admin.call('generate.all')
    await server.parts.site.showTouched({ wait: true })
    expect(pageOf(calm)).toContain('<h1>新：')
    expect(pageOf(set)).toBe(before)
    const failed = value.failed as { page: string; reason: string }[]
    expect(failed.map(({ reason }) => reason)).toEqual(['页面上出现了不是随程序提供的脚本，请检查模板 article.liquid'])
    expect(failed[0]?.page).toContain(`/${set}.html`)
    await admin.call('template.restore', { fileName: name, revision: 0 })
    expect((await admin.call('generate.all')).value.failedCount).toBe(0)
    expect(pageOf(set)).toContain('暗号')
  })

  test.each([
    '<svg><script>x()</script></svg>',
    '<svg><a:script xmlns:a="http://www.w3.org/2000/svg">x()</a:script></svg>',
    '<svg onload  \n  =  "x()"/>',
    '<svg><a href="java&#115;cript:x()"><text>甲</text></a></svg>',
    '<svg><a><set attributeName="href" to="javascript:x()"/></a></svg>',
    '<svg><animate attributeName="href" values="#a;java\tscript:x()"/></svg>',
    '<svg><foreignObject><p>甲</p></foreignObject></svg>',
    '<svg><image href="https://elsewhere.example/x.png"/></svg>',
    '<svg><use xlink:href="other.svg#a"/></svg>',
    '<svg><rect style="fill:url(https://elsewhere.example/x.svg#a)"/></svg>',
    '<svg><style>@import "https://elsewhere.example/x.css";</style></svg>',
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
    '<?xml-stylesheet href="https://elsewhere.example/x.css"?><svg/>',
    '<!-- <svg> --><html><body></body></html>',
    '甲',
    '<svg xmlns:h="http://www.w3.org/1999/xhtml"><h:iframe src="#" srcdoc="x"/></svg>',
    '<svg xmlns:h="http://www.w3.org/1999/xht&#109;l"><h:form action="https://elsewhere.example/"/></svg>',
    '<svg xmlns:rdf="http://www.w3.org/1999/xhtml"><rdf:meta http-equiv="refresh" content="0;url=//elsewhere.example"/></svg>',
    '<svg xmlns:s="http://www.w3.org/2000/svg"><s:script>x()</s:script></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><a xmlns="http://www.w3.org/1999/xhtml">甲</a></svg>',
    '<svg><iframe src="#"/></svg>',
    '<svg xml:base="https://elsewhere.example/"><use href="#a"/></svg>',
    '<svg><a href="#a"><animate attributeName="href" values="https://elsewhere.example/"/></a></svg>',
    '<svg><style>@\\69mport "//elsewhere.example/x";</style></svg>',
    '<svg><rect style="fill:\\75rl(//elsewhere.example/x#a)"/></svg>',
  ])('a drawing runs nothing and brings nothing along: %s', async (text) => {
    expect(await write(text, 'default/assets/drawn.svg')).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test.each([
    'a{background:url(//elsewhere.example/x.png)}',
    `a{background:url(${' '.repeat(300)}"https://elsewhere.example/x.png")}`,
    "a{background:URL( 'HTTPS://elsewhere.example/x.png' )}",
    'a{background:url(data:text/html,x)}',
    '@IMPORT "x.css";',
    '@\\69mport "//elsewhere.example/x";',
    '@\\000069 mport "//elsewhere.example/x";',
    'a{background:u\\72l(//elsewhere.example/x.png)}',
    'a{background:url(/*x*/"//elsewhere.example/x.png")}',
    'a{background:url(\\2f/elsewhere.example/x.png)}',
    'a{background:url("\\5c\\5c elsewhere.example/x.png")}',
    'a{background:image-set("//elsewhere.example/x.png" 1x)}',
    'a{background:-webkit-image-set("a;b.png" 1x, "//elsewhere.example/x.png" 2x)}',
    'a{background:image-set("\\22 ;" 1x, "//elsewhere.example/x.png" 2x)}',
    'a{--x:"//elsewhere.example/x.png";background:image-set(var(--x) 1x)}',
    'a{background:src("//elsewhere.example/x.png")}',
    // what looks like a remark and is none hides nothing
    'a{content:"/*"}b{background:image-set(/*"*/"//elsewhere.example/x" 1x)}c{content:"*/"}',
    'a{background:url(/*)}b{background:url(//elsewhere.example/x)}c{background:url(*/)}',
    'a{background:image-set(my-url(/*)"*/ "//elsewhere.example/x" 1x)}',
    'a{x:\\2f* }@import "x.css";b{content:"*/"}',
  ])('a style sheet brings nothing along: %s', async (text) => {
    expect(await write(text, 'default/assets/more.css')).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('a style sheet may have pictures of its skin, and such as are written in place', async () => {
    const sheet =
      'a{background:url("logo.png")}b{background:url(data:image/png;base64,AAAA)}/* 出处：https://example.com */c{content:"\\201c";background:image-set("a.png" 1x)}'
    expect((await write(sheet, 'default/assets/more.css')).errorMsg).toBe('')
    await admin.call('template.del', { fileName: 'default/assets/more.css' })
  })

  test('a drawing as programs write it is taken', async () => {
    const drawing = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
      '<!-- once upon a time -->',
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">',
      '<metadata xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:RDF/></metadata>',
      '<defs><linearGradient id="g"/></defs><style>.a { fill: url(#g) }</style>',
      '<use xlink:href="#g"/><rect class="a" style="fill:url(#g)"/></svg>',
    ].join('\n')
    expect((await write(drawing, 'default/assets/drawn.svg')).errorMsg).toBe('')
    await admin.call('template.del', { fileName: 'default/assets/drawn.svg' })
  })

  test('a preview shows no draft, whoever asks', async () => {
    const columnId = await makeColumn(server, '未发布')
    for (const status of [0, 1, 3, 4, 5]) {
      const [articleId] = await makeArticles(server, 1, { columnId, status, by: 1, title: '还没有发布' })
      const asked = { fileName: 'default/article.liquid', articleId }
      expect(await admin.call('template.preview', asked), `status ${status}`).toMatchObject({ errorCode: 'NOT_FOUND' })
    }
  })

  test('names of things are words wherever they are shown', async () => {
    const title = '<img src=x onerror=x()>'
    const columnId = await makeColumn(server, title)
    const [articleId] = await makeArticles(server, 1, { columnId, status: 2, by: 1, title })
    const body = JSON.stringify({ fileName: 'default/article.liquid', articleId })
    const headers = { authorization: admin.token, 'content-type': 'application/json' }
    const page = await server.raw('/x/template/preview', { method: 'POST', headers, body })
    expect(page.text).toContain('&lt;img src=x onerror=x()&gt;')
    expect(page.text).not.toContain('<img src=x')
    // a page that shows them is no page with scripts
    expect((await admin.call('template.check', {})).value.problems).toEqual([])
  })
})
