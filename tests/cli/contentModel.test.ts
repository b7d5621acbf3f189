import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('content models and their fields are added, listed, changed and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('content-model add --cm-name 规范性文件 --cm-table-name gfxwj --json')).out)
  expect(added).toMatchObject({ cmName: '规范性文件' })
  expect((await home.xzx(`content-model edit ${added.id} --cm-descrip 用于文件栏目`)).code).toBe(0)
  expect((await home.xzx('content-model list')).out).toContain('用于文件栏目')
  const field = ['规范性文件', '--field-type 文本', '--field-tips-name 文号', '--field-field-name wh']
  const one = JSON.parse((await home.xzx(`content-model add-field ${field.join(' ')} --json`)).out)
  expect(one).toMatchObject({ fieldFieldName: 'wh', contentModelId: added.id })
  expect((await home.xzx(`content-model edit-field ${one.id} --required 必填`)).code).toBe(0)
  expect((await home.xzx('content-model fields gfxwj')).out).toContain('必填')
  expect(await home.xzx(`content-model del-field ${one.id} --yes --format count`)).toMatchObject({
    code: 0,
    out: '1\n',
  })
  expect(await home.xzx(`content-model del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx('content-model list --format count')).out).toBe('0\n')
})

test('articles are written by the fields of their model, which their export has as columns', async () => {
  const model = JSON.parse((await home.xzx('content-model add --cm-name 文件 --cm-table-name files --json')).out)
  for (const field of [
    '--field-type 文本 --field-tips-name 文号 --field-field-name wh --required 必填',
    '--field-type 多选 --field-tips-name 主题 --field-field-name zt --choices 农业,教育',
    '--field-type 数字 --field-tips-name 金额 --field-field-name je --unit 万元',
  ])
    expect((await home.xzx(`content-model add-field ${model.id} ${field}`)).code).toBe(0)
  expect(
    (await home.xzx('column add --category-title 文件 --column-type 列表栏目 --column-content-model 文件')).code,
  ).toBe(0)
  const add = 'article add --column 文件 --title 办法 --content 正文'
  const made = await home.xzx(
    `${add} --field 文号=一号 --field zt=农业 --field 主题=教育 --field je=12.50 --submit --json`,
  )
  const { articleId, modelFields } = JSON.parse(made.out)
  expect(modelFields).toEqual({ wh: '一号', zt: ['农业', '教育'], je: '12.50' })
  const edited = await home.xzx(`article edit ${articleId} --field 主题= --field 文号=二号 --json`)
  expect(JSON.parse(edited.out).modelFields).toEqual({ wh: '二号', je: '12.50' })
  expect(await home.xzx(`article edit ${articleId} --field 文好=三号`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('没有字段 文好，您是否想输入 文号'),
  })
  expect(await home.xzx(`article edit ${articleId} --field 文号=`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('必须填写后才能提交'),
  })
  const lines = (
    await home.xzx('export article --column 文件 --fields title,modelFields.wh,modelFields.je --out - --format csv')
  ).out
  expect(lines.replace('\uFEFF', '').trim().split('\r\n')).toEqual(['标题,文号,金额（万元）', '办法,二号,12.50'])
  const whole = (await home.xzx('article export --column 文件 --out - --format csv')).out
  expect(whole).toContain('文号,主题,金额（万元）')
  // what is exported whole is imported as the same
  await home.xzx('article export --column 文件 --full --out 文件.csv')
  await home.xzx(`article delete ${articleId} --yes`)
  const imported = await home.xzx('article import 文件.csv --yes')
  expect(imported.code, imported.err).toBe(0)
  const again = JSON.parse((await home.xzx('article list --column 文件 --fields modelFields --json')).out)
  expect(again.list).toMatchObject([{ modelFields: { wh: '二号', je: '12.50' } }])
  expect((await home.xzx(`article fields --column 文件`)).out).toContain('文号')
})
