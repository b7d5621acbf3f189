import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('template on %s', (database) => {
  let server: TestServer
  let admin: Person
  let reader: Person
  let columnId = ''

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name: '编辑' })
    reader = await readerOf()
    columnId = (await column('政协要闻', 'yaowen')).categoryId
  })
  afterAll(() => server.close())

  /** Somebody of the staff who may look at skins, and nothing more. */
  const readerOf = async () => {
    const { read, write: db } = server.parts.db
    const role = await read.selectFrom('role').select('id').where('alias', '=', 'readonly').executeTakeFirstOrThrow()
    const key = read.selectFrom('resource').select('id').where('alias', '=', 'template_templateSkin')
    const { id } = await key.executeTakeFirstOrThrow()
    await db.insertInto('roleResource').values({ roleId: role.id, resourceId: id }).execute()
    return server.person({ roles: ['readonly'] })
  }
  const column = async (categoryTitle: string, columnPath: string, more: object = {}) =>
    (await admin.call('column.save', { columnType: 1, categoryTitle, columnPath, ...more })).value
  const html = async (path: string, body?: object) => {
    const headers = { authorization: admin.token, ...(body && { 'content-type': 'application/json' }) }
    return (await server.raw(path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).text
  }
  const show = (fileName: string) => admin.call('template.readFileContent', { fileName })
  const write = (fileName: string, content: string, version?: number) =>
    admin.call('template.writeFileContent', { fileName, content, ...(version !== undefined && { version }) })
  /** Back to what is shipped, for the test after this one. */
  const reset = (fileName: string) => admin.call('template.restore', { fileName, revision: 0 })

  test('skins and their files are listed, folders first', async () => {
    const skins = (await reader.call('template.templateSkin')).value
    expect(skins).toMatchObject([
      { name: 'default', title: '默认', base: null, active: true, shipped: true, edited: 0 },
      { name: 'plain', title: '大字、简洁', base: 'default', active: false, shipped: true },
    ])
    expect((await reader.call('template.appSkin')).value).toMatchObject({ name: 'default' })
    const root = (await reader.call('template.showChildFileAndFolder', { skinFolderName: 'default' })).value
    expect(root[0]).toMatchObject({ name: 'assets', fileName: 'default/assets', type: 'DIR' })
    expect(root.slice(1).every(({ type }: { type: string }) => type === 'FILE')).toBe(true)
    const style = (await reader.call('template.showChildFileAndFolder', { skinFolderName: 'default/assets/style/' }))
      .value
    expect(style[0]).toMatchObject({ name: '1-base.css', type: 'FILE', state: 'shipped', kind: '样式' })
    const plain = (await reader.call('template.files', { skin: 'plain' })).value
    expect(plain.find(({ name }: { name: string }) => name === 'rss.liquid')).toMatchObject({ state: 'base' })
  })

  test('no path leaves a skin, however it is written', async () => {
    const paths = [
      ...[
        'default/../../package.json',
        'default/..%2f..%2fpackage.json',
        '%2e%2e/package.json',
        '../default/index.liquid',
      ],
      ...['/etc/passwd', 'default//etc/passwd', 'default/assets/../index.liquid', 'default/assets/style/../../x.css'],
      ...['default\\index.liquid', 'default/index.liquid\0', 'default/.hidden.liquid', 'default/INDEX.liquid'],
      ...[
        'default/a/b/c.css',
        'default/assets/a/b/c.css',
        'assets/a.css',
        'default/skin.json',
        'default',
        '~/x.liquid',
      ],
      'default/．．/index.liquid',
    ]
    for (const fileName of paths) {
      expect(await show(fileName), fileName).toMatchObject({ errorCode: 'BAD_INPUT' })
      expect(await write(fileName, 'x'), fileName).toMatchObject({ errorCode: 'BAD_INPUT' })
    }
    for (const skinFolderName of ['..', 'default/..', 'default/assets/..', 'default/%2e%2e', 'default/assets/style/x'])
      expect(await admin.call('template.showChildFileAndFolder', { skinFolderName })).toMatchObject({
        errorCode: 'BAD_INPUT',
      })
    const encoded = await server.raw('/api/template/readFileContent?fileName=default%2F..%2Fplain%2Fskin.json', {
      headers: { authorization: admin.token },
    })
    expect(encoded).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await show('nothing/index.liquid')).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await show('default/nothing.liquid')).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('an edit holds at once, is told, kept, compared and taken back', async () => {
    const fileName = 'default/404.liquid'
    const before = (await show(fileName)).value
    expect(before).toMatchObject({ state: 'shipped', version: 0, fixed: false, binary: false })
    const first = await write(fileName, '<div class="lost"><h1>找不到页面</h1></div>\n', 0)
    expect(first.value).toMatchObject({ state: 'edited', version: 1, content: expect.stringContaining('找不到页面') })
    const page = await html('/api/generate/404/viewIndex')
    expect(page).toContain('找不到页面')
    expect((await write(fileName, '<h1>第二版</h1>', 1)).value).toMatchObject({ version: 2 })
    expect((await admin.call('template.history', { fileName })).value).toMatchObject([
      { version: 2, act: '修改', byName: '编辑' },
      { version: 1, act: '修改' },
    ])
    const old = (await admin.call('template.revision', { fileName, revision: 1 })).value
    expect(old).toMatchObject({ content: expect.stringContaining('找不到页面'), now: '<h1>第二版</h1>' })
    expect((await admin.call('template.restore', { fileName, revision: 1, version: 2 })).value).toMatchObject({
      version: 3,
      content: expect.stringContaining('找不到页面'),
    })
    expect((await reset(fileName)).value).toMatchObject({ state: 'shipped', version: 4, content: before.content })
  })

  test('who began with an older version is refused, with this file or another one of the skin meanwhile', async () => {
    const fileName = 'default/404.liquid'
    const { version } = (await show(fileName)).value
    const [one, two] = await Promise.all([
      write(fileName, '<h1>甲</h1>', version ?? 0),
      write(fileName, '<h1>乙</h1>', version ?? 0),
    ])
    expect([one.errorCode, two.errorCode].sort()).toEqual(['0', 'STALE'])
    expect(await write(fileName, '<h1>丙</h1>', version ?? 0)).toMatchObject({ errorCode: 'STALE' })
    await reset(fileName)
  })

  test('what cannot be read or drawn is refused with file, line and column, and nothing is stored', async () => {
    const refused = async (fileName: string, content: string) => {
      const answer = await write(fileName, content)
      expect(answer.errorCode, content).toMatch(/BAD_INPUT|TOO_LARGE/)
      return answer.errorMsg
    }
    expect(await refused('default/article.liquid', '<p>\n  {{ article.title | nothing }}</p>')).toMatch(
      /article\.liquid 第 2 行第 \d+ 列：没有这个过滤器：nothing/,
    )
    expect(await refused('default/404.liquid', '<p>\n\n{% if site %}</p>')).toMatch(/404\.liquid 第 3 行.*标签没有结束/)
    expect(await refused('default/404.liquid', "<p>{% render 'no-such' %}</p>")).toContain('引用的模板 no-such 不存在')
    expect(await refused('default/search.liquid', '{% for i in (1..9999999999) %}{{ i }}{% endfor %}')).toMatch(/限制/)
    expect(
      await refused('default/404.liquid', '{% for i in (1..90000) %}{% for j in (1..90000) %}{% endfor %}{% endfor %}'),
    ).toMatch(/404\.liquid.*限制/)
    expect(await refused('default/404.liquid', "{% render '404' %}")).toMatch(/404\.liquid.*(?:没有尽头|运行时间限制)/)
    const huge = `{% for i in (1..50000) %}${'长'.repeat(1000)}{% endfor %}`
    expect(await refused('default/404.liquid', huge)).toContain('输出超过 400 万字')
    expect((await show('default/404.liquid')).value).toMatchObject({ state: 'shipped' })
    expect((await show('default/article.liquid')).value).toMatchObject({ state: 'shipped' })
  })

  test('who writes templates puts no script into public pages', async () => {
    const tries: [string, string][] = [
      ['default/404.liquid', '<script>alert(1)</script>'],
      ['default/404.liquid', '<script src="https://elsewhere.example/x.js"></script>'],
      ['default/404.liquid', '<p onclick="x()">a</p>'],
      ['default/404.liquid', '<a href="javascript:x()">a</a>'],
      ['default/404.liquid', '{{ "<scr" | append: "ipt>x()</scr" | append: "ipt>" | raw }}'],
      ['default/assets/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'],
      ['default/assets/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'],
      ['default/assets/logo.svg', '<html></html>'],
      ['default/assets/more.css', '@import "https://elsewhere.example/x.css";'],
      ['default/assets/more.css', 'a { background: url(//elsewhere.example/x.png) }'],
    ]
    for (const [fileName, content] of tries)
      expect(await write(fileName, content), content).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await write('default/assets/site.js', 'x()')).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect(await write('default/assets/own.js', 'x()')).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })

  test('a file of one’s own is made, renamed, deleted and brought back; a shipped one only restored', async () => {
    const made = await write('default/list-wide.liquid', '<h1>{{ column.title }}</h1>', 0)
    expect(made.value).toMatchObject({ state: 'own', version: 1 })
    const choices = (await admin.call('column.temList')).value
    expect(JSON.stringify(choices)).toContain('list-wide')
    const renamed = await admin.call('template.rename', {
      ...{ fileName: 'default/list-wide.liquid', newName: 'default/list-broad.liquid', version: 1 },
    })
    expect(renamed.value).toMatchObject({ fileName: 'default/list-broad.liquid', state: 'own' })
    expect(await show('default/list-wide.liquid')).toMatchObject({ errorCode: 'NOT_FOUND' })
    const { categoryId } = await column('公告公示', 'gonggao', { columnListUrl: 'list-broad' })
    expect(await admin.call('template.del', { fileName: 'default/list-broad.liquid' })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('公告公示'),
    })
    await admin.call('column.edit', { categoryId, columnListUrl: '' })
    expect((await admin.call('template.del', { fileName: 'default/list-broad.liquid' })).errorCode).toBe('0')
    expect(await show('default/list-broad.liquid')).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(
      (await admin.call('template.restore', { fileName: 'default/list-broad.liquid', revision: 1 })).value,
    ).toMatchObject({
      content: '<h1>{{ column.title }}</h1>',
    })
    await admin.call('template.del', { fileName: 'default/list-broad.liquid' })
    expect(await admin.call('template.del', { fileName: 'default/list.liquid' })).toMatchObject({
      errorCode: 'BAD_STATE',
    })
    expect(await admin.call('template.restore', { fileName: 'default/list-broad.liquid', revision: 0 })).toMatchObject({
      errorCode: 'BAD_STATE',
    })
  })

  test('a check names what is wrong, of what is stored and of what is not', async () => {
    const all = (await admin.call('template.check', {})).value
    expect(all).toMatchObject({ skin: 'default', problems: [] })
    expect(all.pages).toBeGreaterThan(8)
    expect((await admin.call('template.check', { skin: 'plain' })).value).toMatchObject({ problems: [] })
    const draft = { fileName: 'default/index.liquid', content: '<h1>\n{{ site.name | shout }}</h1>' }
    expect((await reader.call('template.check', draft)).value.problems).toMatchObject([
      { fileName: 'default/index.liquid', line: 2, says: '没有这个过滤器：shout' },
    ])
    // what follows from it is not told beside it: where a page could not be drawn, its fields are not known
    for (const name of ['layout', 'article']) {
      const { content } = (await admin.call('template.readFileContent', { fileName: `default/${name}.liquid` })).value
      const broken = { fileName: `default/${name}.liquid`, content: `${content}{{ site.name | shout }}` }
      expect((await reader.call('template.check', broken)).value.problems, name).toHaveLength(1)
    }
    const misspelt = {
      fileName: 'default/article.liquid',
      content: '<h1>\n{{ articel.title }}</h1>{{ article.titel }}',
    }
    expect((await reader.call('template.check', misspelt)).value.problems).toMatchObject([
      { fileName: 'default/article.liquid', line: 2, says: '没有「articel」这个字段' },
      { fileName: 'default/article.liquid', line: 2, says: '没有「article.titel」这个字段' },
    ])
    const local = '{% assign mine = items.size %}{% for one in items %}{{ one.any }}{{ forloop.index }}{% endfor %}'
    const fine = { fileName: 'default/items.liquid', content: `${local}{{ mine }}` }
    expect((await reader.call('template.check', fine)).value.problems).toEqual([])
  })

  test('a preview shows what is not saved, on a page that uses it and on an article', async () => {
    const [articleId] = await makeArticles(server, 1, {
      columnId: Number(columnId),
      status: 2,
      by: 1,
      title: '主席会议召开',
    })
    const draw = (body: object) => html('/x/template/preview', body)
    expect(await draw({ fileName: 'default/crumbs.liquid', content: '<nav>在这里</nav>' })).toContain('在这里')
    const article = await draw({
      ...{ fileName: 'default/article.liquid', content: '<h1>样子：{{ article.title }}</h1>', articleId },
    })
    expect(article).toContain('样子：主席会议召开')
    const css = await draw({ fileName: 'default/assets/style/1-base.css', content: 'body{color:#123456}' })
    expect(css).toContain('#123456')
    expect((await show('default/crumbs.liquid')).value).toMatchObject({ state: 'shipped' })
    const fields = (await admin.call('template.fields', { fileName: 'default/article.liquid' })).value
    expect(fields).toContainEqual(expect.objectContaining({ name: 'article.title', says: '标题' }))
    expect(fields).toContainEqual(expect.objectContaining({ name: 'site.name', says: '网站名称' }))
  })

  test('a skin is made from another one, follows it, is used and goes', async () => {
    const made = await admin.call('template.copy', { skin: 'default', name: 'qingshi', title: '青石' })
    expect(made.value).toMatchObject({ name: 'qingshi', base: 'default', shipped: false, edited: 0 })
    for (const given of [{ name: 'default' }, { name: 'qingshi' }, { title: '默认' }])
      expect(
        await admin.call('template.copy', { skin: 'default', name: 'another', title: '另一套', ...given }),
      ).toMatchObject({ errorCode: 'CONFLICT' })
    await write('qingshi/404.liquid', '<h1>青石的页面不存在</h1>', 0)
    await write('default/access.liquid', '<h1>默认的无障碍</h1>')
    expect((await show('qingshi/access.liquid')).value).toMatchObject({
      state: 'base',
      content: '<h1>默认的无障碍</h1>',
    })
    expect((await admin.call('template.use', { skin: 'qingshi' })).value).toMatchObject({ active: true })
    expect(await html('/api/generate/404/viewIndex')).toContain('青石的页面不存在')
    // what stands behind the site's skin is tried on its pages too
    expect(await write('default/crumbs.liquid', '{{ site.name | nothing }}')).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await admin.call('template.remove', { skin: 'qingshi' })).toMatchObject({ errorCode: 'BAD_STATE' })
    expect((await admin.call('template.use', { skin: 'plain' })).value).toMatchObject({ active: true })
    expect((await admin.call('template.remove', { skin: 'qingshi' })).errorCode).toBe('0')
    expect(await admin.call('template.use', { skin: 'qingshi' })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await admin.call('template.remove', { skin: 'plain' })).toMatchObject({ errorCode: 'BAD_STATE' })
    await admin.call('template.use', { skin: 'default' })
    await reset('default/access.liquid')
  })

  test('a column’s template must be in the skin that the site is to have', async () => {
    await admin.call('template.copy', { skin: 'default', name: 'other', title: '别的' })
    await write('default/article-red.liquid', '<h1>{{ article.title }}</h1>', 0)
    await admin.call('column.edit', { categoryId: columnId, columnUrl: 'article-red' })
    // it stands behind the other one, and is there
    expect((await admin.call('template.use', { skin: 'other' })).errorCode).toBe('0')
    await admin.call('template.use', { skin: 'default' })
    expect(await admin.call('setting.save', { items: [{ name: 'site.skin', value: '../x' }] } as never)).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
    await admin.call('column.edit', { categoryId: columnId, columnUrl: '' })
    await admin.call('template.del', { fileName: 'default/article-red.liquid' })
  })

  test('rights: who may read writes nothing', async () => {
    const stranger = await server.person({ roles: ['staff'] })
    expect(await stranger.call('template.templateSkin')).toMatchObject({ errorCode: 'NO_PERMISSION' })
    const fileName = 'default/404.liquid'
    expect(await reader.call('template.writeFileContent', { fileName, content: 'x' })).toMatchObject({
      errorCode: 'NO_PERMISSION',
    })
    expect(await reader.call('template.use', { skin: 'plain' })).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })
})
