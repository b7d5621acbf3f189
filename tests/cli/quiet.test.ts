import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { adminPassword } from '../support/process.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'
import { untried } from '../support/verbs.ts'

/** Every command with `--quiet`: what was asked for is on stdout as without it, and an act that succeeds says nothing. */

let server: TestServer
let home: CliHome
let admin: Person
let column: number
let folder: string
let known: string

const password = adminPassword
const nowhere = '99999'
beforeAll(async () => {
  server = await startServer()
  column = await makeColumn(server)
  admin = await server.person({ roles: ['admin'], password })
  home = cliHome({ env: { XZX_SERVER: server.url } })
  await home.xzx(`auth login --user ${admin.account} --password-stdin`, { stdin: password })
  folder = JSON.parse((await home.xzx(`backup --data ${server.parts.dataDir} --out kept --json`)).out).folder
  known = await article('draft')
  await admin.call('sensitive.add', { word: '常委会会议', level: 0 })
  const model = { cmName: '文件', cmTableName: 'files' }
  const contentModelId = (await admin.call('contentModel.save', model)).value.id
  const field = { fieldType: 1, fieldTipsName: '文号', fieldFieldName: 'wh' }
  await admin.call('contentModel.saveForm', { contentModelId, ...field })
  await admin.call('column.edit', { categoryId: column, columnContentModelId: contentModelId })
  await hot()
  writeFileSync(join(home.dir, 'rows.jsonl'), `${JSON.stringify({ title: '甲', content: '乙', column: '新栏目' })}\n`)
  const more = { title: '丁', content: '乙', column: '新栏', year: 2026, set: '一' }
  writeFileSync(join(home.dir, 'year.csv'), '2027-01-01,休,元旦\n')
  writeFileSync(join(home.dir, 'people.csv'), '账号,姓名\nlihua,李华\n')
  writeFileSync(
    join(home.dir, 'letters.jsonl'),
    `${JSON.stringify({ title: '甲', content: '乙', time: '2026-03-01' })}\n`,
  )
  const things = [{ id: await article('waiting') }]
  const planner = await server.person({ roles: ['auditor'] })
  const { value } = await planner.call('plan.make', { area: 'article', move: 'accept', things })
  writeFileSync(join(home.dir, 'plan.json'), JSON.stringify(value))
  const site = { format: 'xzx-config-1', settings: { 'site.name': '某县政协' } }
  writeFileSync(join(home.dir, 'site.json'), JSON.stringify(site))
  writeFileSync(join(home.dir, 'words.txt'), '代开发票\n')
  writeFileSync(join(home.dir, '404.liquid'), '<h1>没有这一页</h1>\n')
  writeFileSync(join(home.dir, 'years.jsonl'), `${JSON.stringify(more)}\n`)
  writeFileSync(join(home.dir, 'job.json'), JSON.stringify({ name: '夜间', steps: [{ run: 'article list' }] }))
  const steps = [{ run: 'article list', onError: 'continue' }, { run: `article get ${nowhere}` }]
  writeFileSync(join(home.dir, 'failing.json'), JSON.stringify({ name: '有失败', steps }))
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const states = { draft: 3, waiting: 1, accepted: 0, online: 2 }
async function article(state: keyof typeof states | 'binned'): Promise<string> {
  const by = await server.person({ roles: ['admin'] })
  const articleId = String((await by.call('article.saveAdmin', anArticle(column))).value.articleId)
  const status = state === 'binned' ? 1 : states[state]
  await server.parts.db.write.updateTable('article').set({ status }).where('id', '=', Number(articleId)).execute()
  if (state === 'binned') await by.call('article.delete', { items: [{ articleId }] })
  return articleId
}
const hot = async () => String((await admin.call('hot.add', { name: `热词${Math.random()}` })).value.id)
/** A sign-in of the same person elsewhere. */
const elsewhere = async () => {
  await server.anyone.call('auth.loginNoCode', { username: admin.account, password })
  const found = await server.parts.db.read
    .selectFrom('session')
    .select('id')
    .where('userId', '=', admin.userId)
    .execute()
  return String(Math.max(...found.map(({ id }) => id)))
}
/** A file of the skin that is made here. */
const skinFile = async () => {
  const fileName = `default/list-${Math.random().toString(36).slice(2, 10)}.liquid`
  await admin.call('template.writeFileContent', { fileName, content: '<h1>甲</h1>', version: 0 })
  return fileName
}
const skin = async () => {
  const name = `s${Math.random().toString(36).slice(2, 10)}`
  await admin.call('template.copy', { skin: 'default', name, title: name })
  return name
}
let children = 0
const childOf = async (parentId: number) => {
  children += 1
  const asked = { categoryTitle: `下级${children}`, columnType: 1, parentId }
  return String((await admin.call('column.save', asked)).value.categoryId)
}

/** What is looked up, or handed over once: with `-q` as without it. */
/** An opinion that was changed since it was entered. */
async function opinion(): Promise<{ id: string; first: string }> {
  const { id } = (await admin.call('advice.add', { title: '初稿', content: '内容' })).value
  await admin.call('advice.edit', { id, title: '二稿' })
  return { id, first: (await admin.call('advice.history', { id })).value.list[1].id }
}

const asked: Readonly<Record<string, () => Promise<string> | string>> = {
  'audit plan': async () => `audit plan --act 初审通过 ${await article('waiting')} --dry-run`,
  'audit show': () => 'audit show plan.json',
  'config diff': () => 'config diff site.json',
  'restore --check': () => `restore ${folder} --check --json`,
  'auth status': () => 'auth status',
  'auth sessions': () => 'auth sessions --json',
  'auth token': () => 'auth token list --json',
  'article calendar': () => 'article calendar --json',
  'site links': () => 'site links --json',
  'sensitive scan': () => 'sensitive scan --json',
  'sensitive try': () => 'sensitive try words.txt --json',
  'template files': () => 'template files default',
  'template all-files': () => 'template all-files plain',
  'template history': async () => `template history ${await skinFile()}`,
  'template fields': () => 'template fields default/404.liquid',
  'template show': () => 'template show default/404.liquid',
  'template check': () => 'template check --json',
  'template preview': () => 'template preview default/404.liquid',
  whoami: () => 'whoami',
  audit: () => 'audit --json',
  'article list': () => 'article list',
  'article get': () => `article get ${known}`,
  'article fields': () => `article fields ${known}`,
  'article words': () => `article words ${known}`,
  'advice revisions': async () => `advice revisions ${(await opinion()).id}`,
  'article revisions': () => `article revisions ${known}`,
  'article recycle-list': () => 'article recycle-list --json',
  'column list': () => 'column list',
  'column tree': () => 'column tree',
  'column get': () => `column get ${column}`,
  'column get-column-name': () => `column get-column-name ${column}`,
  'column summary': () => 'column summary',
  'column content-model-list': () => 'column content-model-list --json',
  'column tem-list': () => 'column tem-list --json',
  'column role-list': () => 'column role-list',
  'column role-user-list': () => 'column role-user-list --json',
  'log list': () => 'log list --until 2030-01-01 --kind login',
  'log stats': () => 'log stats --by kind',
  'workday list': () => 'workday list',
  'workday show': () => 'workday show 2026',
  'workday explain': () => 'workday explain --start 2026-09-18 --days 3',
  'workday next': () => 'workday next 2 --from 2026-09-18',
  'log verify': () => 'log verify --fields whole',
  'hot list': () => 'hot list',
  'hot get': async () => `hot get ${await hot()}`,
  'hot top': () => 'hot top --count 5',
  export: () => 'export',
  'export --out -': () => 'export hot --out -',
  api: () => 'api article.list --body {}',
  'config list': () => 'config list',
  'config get': () => 'config get server',
  'config path': () => 'config path',
  completion: () => 'completion bash',
  'help exit-codes': () => 'help exit-codes',
  'help topics': () => 'help topics',
  'job schema': () => 'job schema',
}

/** What changes something: nothing is said where it succeeds. */
const acts: Readonly<Record<string, () => Promise<string> | string>> = {
  backup: () => `backup --data ${server.parts.dataDir} --out kept`,
  restore: () => `restore ${folder} --data again`,
  'auth sessions': async () => `auth sessions end ${await elsewhere()}`,
  'auth unlock': () => 'auth unlock --account nobody',
  'auth token': async () => {
    const made = await admin.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })
    return `auth token revoke ${made.value.sessionId}`
  },
  'article import': () => 'article import rows.jsonl --report r.jsonl --failed-to f.jsonl',
  'mail import': () => 'mail import letters.jsonl',
  'user import': () => 'user import people.csv --out p.csv',
  'user reset-pwd': async () =>
    `user reset-pwd ${(await server.person({ roles: [] })).userId} ${(await server.person({ roles: [] })).userId} --out w.csv`,
  'article top': async () => `article top ${await article('online')}`,
  'article relevant': async () => `article relevant ${await article('online')} --clear`,
  'article replace': async () => {
    await admin.call('article.saveAdmin', anArticle(column, { title: '旧称通知', status: 3 }))
    return 'article replace 旧称 新称 --everywhere --reason 更名'
  },
  'site verify': () => 'site verify',
  'search rebuild': () => 'search rebuild',
  'article untop': () => `article untop ${known}`,
  'article copy': async () => `article copy ${known} --column ${column}`,
  'article delete-import': async () => {
    const save = { title: '批', content: '<p>甲</p>', columnId: column, status: 3, batch: '一批' }
    expect((await admin.call('article.saveAdmin', save)).errorMsg).toBe('')
    return 'article delete-import 一批'
  },
  'sensitive import': () => 'sensitive import words.txt',
  'user import-template': () => 'user import-template --out t.xlsx',
  'article export': () => 'article export --out a.csv',
  'article export, some fields': () => 'article export --out b.csv --fields title',
  'article import, columns that no article has': () => 'article import years.jsonl',
  'article add': () => `article add --column ${column} --title 甲 --content 乙`,
  'article edit': async () => `article edit ${await article('draft')} --title 新标题`,
  'article edit, many': async () => `article edit ${await article('draft')} ${await article('draft')} --source 甲`,
  'article submit': async () => `article submit ${await article('draft')}`,
  'article undo': async () => {
    const id = await article('draft')
    await admin.call('article.update', { articleId: id, status: 1 })
    return `article undo ${id}`
  },
  'notice read': async () => {
    const { id } = (await admin.call('notice.add', { title: '甲', audience: 0, content: '乙' })).value
    await admin.call('notice.send', { items: [{ id }] })
    return `notice read ${id}`
  },
  'notice read-all': () => 'notice read-all',
  'article restore': async () => `article restore ${await article('binned')}`,
  'advice restore': async () => {
    const { id, first } = await opinion()
    return `advice restore ${id} --revision ${first}`
  },
  'article restore --revision': async () => {
    const id = await article('draft')
    const { revisionId } = (await admin.call('article.revisions', { articleId: id })).value.list[0]
    await admin.call('article.update', { articleId: id, title: '第二版' })
    return `article restore ${id} --revision ${revisionId}`
  },
  'article purge': async () => `article purge ${await article('binned')}`,
  'article accept': async () => `article accept ${await article('waiting')}`,
  'article validity': async () => `article validity ${await article('online')} --state 已废止`,
  'article recheck': async () => {
    const columnId = (await admin.call('column.save', { categoryTitle: '三审', columnType: 1, threeReviews: 1 })).value
      .categoryId
    const [writer, first] = [await server.person({ roles: ['admin'] }), await server.person({ roles: ['auditor'] })]
    const { articleId } = (await writer.call('article.saveAdmin', anArticle(Number(columnId)))).value
    await first.call('article.accept', { items: [{ articleId }] })
    return `article recheck ${articleId}`
  },
  'article approve': async () => `article approve ${await article('accepted')}`,
  'article reject': async () => `article reject ${await article('waiting')} --preset 1`,
  'article take-down': async () => `article take-down ${await article('online')} --preset 1`,
  'article delete': async () => `article delete ${await article('draft')}`,
  'column add': () => 'column add --category-title 丙 --column-type 1',
  'column edit': () => `column edit ${column} --category-title 乙`,
  'column arrange': async () => `column arrange --category-category ${column} --columns ${await childOf(column)}`,
  'column save-relation': async () => `column save-relation ${column} --relation-categoryid ${await childOf(column)}`,
  'column role-save': () => `column role-save --role-id 3 --column-ids ${column}`,
  'column del': async () => `column del ${await childOf(column)}`,
  'role grant': () => 'role grant 部门人员 hot_list',
  'role revoke': () => 'role revoke 部门人员 hot_list',
  'hot add': () => 'hot add --name 供暖',
  'hot edit': async () => `hot edit ${await hot()} --name 停水`,
  'hot del': async () => `hot del ${await hot()}`,
  'generate index': () => 'generate index',
  'generate column': () => 'generate column',
  'generate article': () => 'generate article --since 7d',
  'generate all': () => 'generate all --wait',
  'export hot': () => 'export hot --out h.csv',
  'export all': () => 'export all --dir all --as csv',
  'export verify': () => 'export verify all',
  'export log': () => 'export log --out l.csv',
  'export article': () => 'export article --out a.csv',
  'job run': () => 'job run job.json',
  'template edit': () => 'template edit default/404.liquid --content @404.liquid',
  'template restore': async () => `template restore ${await skinFile()} 1`,
  'template rename': async () => `template rename ${await skinFile()} default/list-broad.liquid`,
  'template del': async () => `template del ${await skinFile()}`,
  'template copy': () => 'template copy default qingshi --title 青石',
  'template use': () => 'template use plain',
  'template remove': async () => `template remove ${await skin()}`,
  'setting set': () => 'setting set site.phone 0000-1',
  'setting reset': () => 'setting reset site.phone',
  'workday import': () => 'workday import year.csv',
  'workday reset': async () => {
    await admin.call('workday.save', { year: 2028, days: [{ date: '2028-01-01', works: 0, name: '元旦' }] })
    return 'workday reset 2028'
  },
  'config set': () => 'config set size 50',
  'config use': () => 'config use default',
  'audit apply': () => 'audit apply plan.json',
  'config export': () => 'config export --out config.json',
  'config apply': () => 'config apply site.json',
  'auth logout': () => 'auth logout',
  'log verify, whole': () => 'log verify',
  'log archive': () => 'log archive',
  doctor: () => `doctor --server ${server.url}`,
}

/** Tried elsewhere, or nothing of what this file is about. */
const others = [
  ...['proposal overdue', 'proposal letter', 'report circular', 'compliance check', 'compliance yearly'],
  ...[
    'mail overdue',
    'suggestion overdue',
    'advice overdue',
    'apply overdue',
    'apply explain',
    'apply export',
    'apply word',
    'apply download',
    'export-task start',
    'export-task download',
    'apply report',
    'celebrity export',
  ],
  'survey export',
  'stats',
  'serve',
  'ui',
  'complete',
  'auth login',
  'auth password',
  'auth factor',
  'user unlock',
  'log anchor',
  'log accept',
  'backup keygen',
]

describe('data that was asked for', () => {
  test.for(Object.entries(asked))('%s', async ([, given]) => {
    const line = await given()
    const plain = await home.xzx(line)
    const quiet = await home.xzx(`${line} --quiet`)
    const timeless = (out: string) => out.replace(/,"total":\d+/, '')
    expect([quiet.code, timeless(quiet.out), quiet.err]).toEqual([0, timeless(plain.out), ''])
    expect(quiet.out).not.toBe('')
  })
})

describe('an act that succeeds', () => {
  test.for(Object.entries(acts))('%s', async ([name, given]) => {
    const ran = await home.xzx(`${await given()} --yes --quiet`)
    expect([ran.code, ran.out, ran.err]).toEqual([0, '', ''])
    // a sign-in for each act would be more than an account has in a quarter of an hour
    if (name === 'auth logout')
      await home.xzx(`auth login --user ${admin.account} --password-stdin`, { stdin: password })
  })
})

describe('an act that fails, or is asked for its result', () => {
  test('what failed is on stdout, errors on stderr', async () => {
    const bulk = await home.xzx(`article accept ${await article('draft')} ${nowhere} --yes --quiet`)
    expect([bulk.code, bulk.out.split('\n').length]).toEqual([1, 3])
    const job = await home.xzx('job run failing.json --quiet')
    expect([job.code, job.out.split('\n').length]).toEqual([1, 2])
    expect(job.out).toContain(`article get ${nowhere}`)
    expect(job.err).toBe(`[2/2] article get ${nowhere}：错误：内容不存在或无权查看（1）\n`)
  })

  test('the result comes with a format or with fields', async () => {
    expect((await home.xzx(`article add --column ${column} --title 甲 --content 乙 -q --format ids`)).out).toMatch(
      /^\d+\n$/,
    )
    expect((await home.xzx('hot add --name 交通 -q --fields name')).out).toContain('交通')
    expect((await home.xzx(`backup --data ${server.parts.dataDir} --out kept -q --json`)).json().folder).toContain(
      'kept',
    )
    // each pair is another one
    const keys = await home.xzx('backup keygen --out my.key -q')
    expect([keys.out, keys.err]).toEqual([expect.stringMatching(/^age1\w+\n$/), ''])
    expect((await home.xzx('generate all -q --json')).json().state).toBe('done')
    expect((await home.xzx('config set size 20 --json')).json()).toEqual({
      profile: 'default',
      key: 'size',
      value: '20',
    })
    expect((await home.xzx('auth unlock --account nobody --json')).json()).toMatchObject({
      account: 'nobody',
      released: 0,
    })
    expect((await home.xzx('auth logout --dry-run --json')).json()).toMatchObject({ signedOut: true, dryRun: true })
  })
})

test('no verb is left out', async () => {
  const tried = [...Object.keys(asked), ...Object.keys(acts), ...others]
  expect(await untried(tried)).toEqual([])
})
