import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome, type Ran } from '../support/cli.ts'
import { adminPassword } from '../support/process.ts'
import { everyRow } from '../support/rows.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'
import { untried } from '../support/verbs.ts'

/** Each command tried and then done: the try changes nothing and tells how the other will end. */

let server: TestServer
let home: CliHome
let admin: Person
let column: number
let folder: string

const password = adminPassword
const signIn = () => home.xzx(`auth login --user ${admin.account} --password-stdin`, { stdin: password })
beforeAll(async () => {
  server = await startServer()
  column = await makeColumn(server)
  admin = await server.person({ roles: ['admin'], password })
  home = cliHome({ env: { XZX_SERVER: server.url } })
  expect((await signIn()).code).toBe(0)
  folder = JSON.parse((await home.xzx(`backup --data ${server.parts.dataDir} --out kept --json`)).out).folder
  writeFileSync(join(home.dir, 'rows.jsonl'), `${JSON.stringify({ title: '甲', content: '乙', column: '新栏目' })}\n`)
  writeFileSync(join(home.dir, 'rows.csv'), '标题,正文\n丙,丁\n,没有标题\n')
  writeFileSync(join(home.dir, 'headless.csv'), '甲,乙\n')
  writeFileSync(join(home.dir, 'people.csv'), '账号,姓名\nlihua,李华\n')
  writeFileSync(
    join(home.dir, 'letters.jsonl'),
    `${JSON.stringify({ title: '甲', content: '乙', time: '2026-03-01' })}\n`,
  )
  const dicts = (key: string) => ({
    format: 'xzx-config-1',
    dicts: [
      { dictKey: '车辆', name: '车辆' },
      { dictKey: key, key: 'a' },
    ],
  })
  for (const [name, config] of Object.entries({
    site: dicts('车辆'),
    unknown: dicts('没有'),
    strange: { format: '2' },
  }))
    writeFileSync(join(home.dir, `${name}.json`), JSON.stringify(config))
  writeFileSync(join(home.dir, 'words.txt'), '代开发票\n')
  writeFileSync(join(home.dir, 'year.csv'), '2027-01-01,休,元旦\n')
  writeFileSync(join(home.dir, '404.liquid'), '<h1>没有这一页</h1>\n')
  writeFileSync(join(home.dir, 'bad.liquid'), '{% if %}\n')
  writeFileSync(join(home.dir, 'unfit.txt'), '代\n')
  writeFileSync(join(home.dir, 'nobody.csv'), '账号,姓名\nli hua,李华\n')
  writeFileSync(join(home.dir, 'body.json'), JSON.stringify(anArticle(column)))
  const planner = await server.person({ roles: ['auditor'] })
  for (const [name, by] of Object.entries({ planned: planner, own: admin })) {
    const things = [{ id: await article('waiting') }]
    const { value } = await by.call('plan.make', { area: 'article', move: 'accept', things })
    writeFileSync(join(home.dir, `${name}.json`), JSON.stringify(value))
  }
  const steps = ['hot add --name 任务', 'config set size 20', 'article export --out 任务.csv']
  const job = { name: '夜间', steps: steps.map((run) => ({ run })), report: '报告.json' }
  writeFileSync(join(home.dir, 'job.json'), JSON.stringify(job))
  writeFileSync(join(home.dir, 'login.json'), JSON.stringify({ name: '登录', steps: [{ run: 'auth login' }] }))
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const state = { draft: 3, waiting: 1, accepted: 0, online: 2 }
/** An article in a state, or a row that is not there for the command. */
async function article(status: keyof typeof state | 'binned'): Promise<string> {
  const by = await server.person({ roles: ['admin'] })
  const saved = await by.call('article.saveAdmin', anArticle(column))
  const articleId = String(saved.value.articleId)
  const to = status === 'binned' ? 1 : state[status]
  await server.parts.db.write.updateTable('article').set({ status: to }).where('id', '=', Number(articleId)).execute()
  if (status === 'binned') await by.call('article.delete', { items: [{ articleId }] })
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
let tokens = 0
const token = async () => {
  tokens += 1
  return String(
    (await admin.call('auth.scriptAdd', { name: `令牌 ${tokens}`, keys: ['article_list'] })).value.sessionId,
  )
}
const nowhere = '99999'

/** A file of the skin that is made here. */
const skinFile = async () => {
  const fileName = `default/list-${Math.random().toString(36).slice(2, 10)}.liquid`
  await admin.call('template.writeFileContent', { fileName, content: '<h1>甲</h1>', version: 0 })
  return fileName
}

type Line = string | (() => Promise<string>)

/** An opinion that was changed since it was entered. */
async function opinion(): Promise<{ id: string; first: string }> {
  const { id } = (await admin.call('advice.add', { title: '初稿', content: '内容' })).value
  await admin.call('advice.edit', { id, title: '二稿' })
  return { id, first: (await admin.call('advice.history', { id })).value.list[1].id }
}

/** What is typed, by the command's name; without the flags that answer questions. */
const lines: Readonly<Record<string, readonly Line[]>> = {
  // what is begun goes on beside the others: it is tried in a file of its own
  'export-task start': ['export-task start nosuch', 'export-task start article --as pdf'],
  backup: [
    () => Promise.resolve(`backup --data ${server.parts.dataDir} --out kept`),
    () => Promise.resolve(`backup --data ${server.parts.dataDir} --out kept --encrypt-to nonsense`),
    'backup --out kept',
    'backup',
  ],
  'backup keygen': ['backup keygen --out my.key', 'backup keygen --out rows.csv', 'backup keygen'],
  restore: [
    async () => `restore ${folder} --data again`,
    async () => `restore ${folder} --data kept`,
    'restore kept --data fresh',
  ],
  'log accept': [
    async () => `log accept --data ${server.parts.dataDir} --reason 快照`,
    'log accept --data kept --reason 快照',
    'log accept',
  ],
  'log archive': ['log archive'],
  'auth logout': ['auth logout'],
  'auth unlock': ['auth unlock --account nobody', 'auth unlock --address 10.1.2.3', 'auth unlock'],
  'auth sessions': [
    async () => `auth sessions end ${await elsewhere()}`,
    `auth sessions end ${nowhere}`,
    'auth sessions end',
    'auth sessions',
  ],
  'auth token': [
    'auth token --name 夜间 --keys article_list',
    'auth token --name 夜间 --keys nonsense',
    'auth token',
    'auth token --name 夜间',
    async () => `auth token revoke ${await token()}`,
    `auth token revoke ${nowhere}`,
    'auth token list',
  ],
  'article import': [
    'article import rows.csv --column 新栏目',
    'article import headless.csv',
    'article import rows.jsonl --report r.jsonl --failed-to f.jsonl',
    'article import absent.jsonl',
  ],
  'mail import': ['mail import letters.jsonl', 'mail import headless.csv', 'mail import absent.jsonl', 'mail import'],
  'article export': [
    'article export --out a.csv',
    'article export --full --out a.jsonl',
    'article export --out a.doc',
    'article export --out none/a.csv',
    'article export',
  ],
  'article add': [
    async () => `article add --column ${column} --title 甲 --content 乙`,
    async () => `article add --column ${column} --title 甲 --content @body.json --submit`,
    async () => `article add --column ${column} --title 甲`,
    'article add --column 没有 --title 甲 --content 乙',
    `article add --column ${nowhere} --title 甲 --content 乙`,
  ],
  'article edit': [
    async () => `article edit ${await article('draft')} --title 新标题`,
    async () => `article edit ${await article('online')} --title 新标题 --submit`,
    async () => `article edit ${await article('waiting')} --title 新标题 --draft`,
    async () => `article edit ${await article('draft')} ${nowhere} --source 甲 --failed-to f.txt`,
    async () => `article edit ${await article('draft')} --title 甲 --base-version 0`,
    async () => `article edit ${await article('draft')}`,
    `article edit ${nowhere} --title 新标题`,
  ],
  'article submit': [
    async () => `article submit ${await article('draft')}`,
    async () => `article submit ${await article('draft')} ${await article('online')} ${nowhere}`,
  ],
  'article undo': [
    async () => {
      const id = await article('draft')
      await admin.call('article.update', { articleId: id, status: 1 })
      return `article undo ${id}`
    },
    async () => `article undo ${await article('draft')}`,
    `article undo ${nowhere}`,
  ],
  'advice restore': [
    async () => `advice restore ${(await opinion()).id} --revision ${(await opinion()).first}`,
    async () => {
      const { id, first } = await opinion()
      return `advice restore ${id} --revision ${first}`
    },
  ],
  'article restore': [
    async () => `article restore ${await article('binned')}`,
    async () => `article restore ${await article('draft')}`,
    async () => {
      const id = await article('draft')
      const { revisionId } = (await admin.call('article.revisions', { articleId: id })).value.list[0]
      await admin.call('article.update', { articleId: id, title: '第二版' })
      return `article restore ${id} --revision ${revisionId}`
    },
    async () => `article restore ${await article('draft')} --revision ${nowhere}`,
  ],
  'article purge': [
    async () => `article purge ${await article('binned')}`,
    async () => `article purge ${await article('draft')}`,
    `article purge ${nowhere}`,
  ],
  'article accept': [
    async () => `article accept ${await article('waiting')} --failed-to f.txt --log run.log`,
    async () => `article accept ${await article('draft')}`,
    async () => `article accept ${await article('waiting')} ${nowhere}`,
    'article accept',
    'article accept 1 --failed-to none/f.txt',
  ],
  'article approve': [async () => `article approve ${await article('accepted')}`, `article approve ${nowhere}`],
  'article reject': [
    async () => `article reject ${await article('waiting')} --preset 1`,
    async () => `article reject ${await article('waiting')}`,
  ],
  'article take-down': [
    async () => `article take-down ${await article('online')} --preset 1`,
    async () => `article take-down ${await article('waiting')} --preset 1`,
    async () => `article take-down ${await article('online')}`,
  ],
  'article delete': [
    async () => `article delete ${await article('draft')}`,
    async () => `article delete ${await article('online')}`,
    async () => `article delete ${await article('binned')}`,
    `article delete ${nowhere}`,
  ],
  'column add': ['column add --category-title 甲 --column-type 1', 'column add --column-type 1', 'column add'],
  'column edit': [
    async () => `column edit ${column} --category-title 乙`,
    `column edit ${nowhere} --category-title 乙`,
  ],
  'column arrange': [`column arrange --category-category 0 --columns ${nowhere}`],
  'role grant': ['role grant 部门人员 hot_list', 'role grant 部门人员 hot_lst', `role grant ${nowhere} hot_list`],
  'role revoke': ['role revoke 部门人员 article_list', 'role revoke 管理员 article_list', 'role revoke 部门人员'],
  'column save-relation': [`column save-relation ${nowhere} --relation-categoryid 1`],
  'column role-save': [`column role-save --role-id ${nowhere} --column-ids 1`, 'column role-save --role-id 1'],
  'column del': [async () => `column del ${column}`, `column del ${nowhere}`],
  'notice read': [
    async () => {
      const { id } = (await admin.call('notice.add', { title: '甲', audience: 0, content: '乙' })).value
      await admin.call('notice.send', { items: [{ id }] })
      return `notice read ${id}`
    },
  ],
  'notice read-all': ['notice read-all'],
  'user import': [
    'user import people.csv --out p.csv',
    'user import nobody.csv',
    'user import headless.csv',
    'user import people.csv --out none/p.csv',
    'user import',
  ],
  'user reset-pwd': [
    async () => `user reset-pwd ${(await server.person({ roles: [] })).userId} 9999999 --out w.csv`,
    async () => `user reset-pwd ${(await server.person({ roles: [] })).userId}`,
    'user reset-pwd 9999998 9999999',
    'user reset-pwd',
  ],
  'user import-template': ['user import-template --out t.xlsx', 'user import-template --out none/t.xlsx'],
  'sensitive import': ['sensitive import words.txt', 'sensitive import unfit.txt', 'sensitive import none.txt'],
  'article copy': [
    async () => `article copy ${await article('draft')} --column ${column}`,
    async () => `article copy ${nowhere} --column ${column}`,
    'article copy 1 --column 没有这个栏目',
  ],
  'article top': [
    async () => `article top ${await article('online')} ${await article('draft')} --top-until 2030-12-31`,
    async () => `article top ${nowhere}`,
    async () => `article top ${await article('online')} --top-until 2020-01-01`,
  ],
  'article relevant': [
    async () => `article relevant ${await article('online')} --add ${await article('draft')}`,
    async () => `article relevant ${await article('online')} --add ${nowhere}`,
  ],
  'article replace': [
    async () => {
      await article('draft')
      return `article replace 会议 大会 --column ${column} --reason 更名`
    },
    'article replace 会议 大会 --column 没有这个栏目 --reason 更名',
    'article replace 会议',
  ],
  'article untop': [async () => `article untop ${await article('online')}`, async () => `article untop ${nowhere}`],
  'article delete-import': [
    async () => {
      expect(
        (await admin.call('article.saveAdmin', { ...anArticle(column, { status: 3 }), batch: '一批' })).errorMsg,
      ).toBe('')
      return 'article delete-import 一批'
    },
    'article delete-import 没有这一批',
    'article delete-import',
  ],
  'sensitive scan': ['sensitive scan', 'sensitive scan --status 没有'],
  'sensitive try': ['sensitive try words.txt', 'sensitive try unfit.txt', 'sensitive try none.txt'],
  'hot add': ['hot add --name 供暖', 'hot add'],
  'hot edit': [async () => `hot edit ${await hot()} --name 改`, `hot edit ${nowhere} --name 改`],
  'hot del': [async () => `hot del ${await hot()}`, `hot del ${nowhere}`, 'hot del x'],
  'generate index': ['generate index'],
  'generate column': ['generate column', 'generate column 999999', 'generate column 没有'],
  'generate article': ['generate article --since 7d'],
  'generate all': ['generate all --wait'],
  export: ['export', 'export nothing --out a.csv'],
  'export all': [
    'export all --dir 全部',
    'export all --dir 全部 --as doc',
    'export all --dir 没有 --resume',
    'export all',
  ],
  'export verify': ['export verify', 'export verify 没有.csv'],
  'export article': ['export article --out a.xlsx'],
  'export log': ['export log --out l.csv', 'export log --out l.doc'],
  'export hot': ['export hot --out h.xlsx'],
  'export dept-data': ['export dept-data --out d.xlsx'],
  'job run': ['job run job.json --log job.log', 'job run absent.json'],
  api: [
    'api article.save-admin --body @body.json',
    'api article.save-admin --body {}',
    `api article.delete --body [{"articleId":"${nowhere}"}]`,
    'api article.list --out list.json',
    'api',
  ],
  'search rebuild': ['search rebuild'],
  'article recheck': [async () => `article recheck ${await article('waiting')}`, 'article recheck 9999999'],
  'article validity': [
    async () => `article validity ${await article('online')} --state 已废止 --reason 有新的办法`,
    'article validity 9999999 --state 已废止 --reason 有新的办法',
  ],
  'template edit': [
    ...['404', 'bad', 'none'].map((name) => `template edit default/404.liquid --content @${name}.liquid`),
    'template edit default/404.liquid --content @404.liquid --base-version 9',
  ],
  'template restore': ['template restore default/404.liquid 0', 'template restore default/404.liquid 99'],
  'template rename': [
    async () => `template rename ${await skinFile()} default/list-broad.liquid`,
    'template rename default/list.liquid default/list-broad.liquid',
  ],
  'template del': [async () => `template del ${await skinFile()}`, 'template del default/list.liquid'],
  'template copy': ['template copy default qingshi --title 青石', 'template copy nowhere nothing --title 无'],
  'template use': ['template use plain', 'template use nowhere'],
  'template remove': ['template remove qingshi', 'template remove plain'],
  'template preview': ['template preview default/404.liquid --out p.html', 'template preview default/nothing.liquid'],
  'template check': ['template check', 'template check nowhere'],
  'setting set': ['setting set site.phone 0000-2', 'setting set site.base x', 'setting set site.nmae x'],
  'setting reset': ['setting reset site.phone'],
  'workday import': ['workday import year.csv', 'workday import unfit.txt', 'workday import none.txt'],
  'workday reset': ['workday reset 2026', 'workday reset 2027'],
  'config set': ['config set size 50', 'config set size 51', 'config set colour red'],
  'audit plan': [
    async () => `audit plan --act 初审通过 ${await article('waiting')} --out plan.json`,
    async () => `audit plan --act 初审通过 ${await article('draft')}`,
    async () => `audit plan --act 初审通过 ${await article('waiting')} --out none/plan.json`,
    'audit plan --act 飞 1',
  ],
  'audit apply': ['audit apply planned.json', 'audit apply own.json', 'audit apply none.json', 'audit apply site.json'],
  'config export': [
    'config export --out config.json',
    'config export --out none/config.json',
    'config export --only 栏',
  ],
  'config apply': [
    'config apply site.json',
    'config apply unknown.json',
    'config apply strange.json',
    'config apply none.json',
    'config apply',
  ],
  'config use': ['config use default', 'config use none', 'config use'],
}

/** What reads and writes nothing of its own, or is refused under `--dry-run` by its own words: a reviewed list. */
const harmless = [
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
    'export-task download',
    'apply report',
    'celebrity export',
  ],
  'survey export',
  'stats',
  'workday list',
  'workday show',
  'workday explain',
  'workday next',
  'serve',
  'auth login',
  'auth status',
  'whoami',
  'audit',
  'article list',
  'article calendar',
  'advice revisions',
  'article revisions',
  'article recycle-list',
  'article get',
  'article fields',
  'article words',
  'log list',
  'log stats',
  'log verify',
  'log anchor',
  'ui',
  'doctor',
  'config list',
  'config get',
  'config diff',
  'audit show',
  'site links',
  'config path',
  'completion',
  'complete',
  'help exit-codes',
  'help topics',
  'job schema',
  'generate job',
  'generate view-index',
  'column list',
  'hot list',
  'hot get',
  'hot top',
  'column tree',
  'column summary',
  'column content-model-list',
  'column tem-list',
  'column role-list',
  'column role-user-list',
  'column get',
  'column get-column-name',
  'restore --check',
  'template files',
  'template all-files',
  'template history',
  'template fields',
  'template show',
]

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .map((one) => join(one.parentPath, one.name))
    .map((path) => (statSync(path).isDirectory() ? path : `${path} ${sha256(readFileSync(path))}`))
    .sort()
}
/** What the server handed out as a file is in its log, tried or not. */
async function rows() {
  const { log = [], logHead: _end, ...others } = await everyRow(server.parts)
  return { ...others, log: log.filter((row) => !String(row).includes('"home.deptDataCountExcel"')) }
}
/** One line each, so that a difference can be read. */
/** That somebody tried to delete what can't be deleted is told, by a rehearsal as well. */
const isTold = (row: string) => row.startsWith('log ') && row.includes('"result":"没有执行：')
const everything = async () => [
  ...Object.entries(await rows())
    .flatMap(([table, all]) => all.map((row) => `${table} ${row}`))
    .filter((row) => !isTold(row)),
  ...filesBelow(home.dir),
  // the index for searches, and the notes on pages, come when the server has time for them
  ...readdirSync(server.parts.dataDir).filter((name) => !/^(?:search(?:\.\d+)?\.db|site\.pages)/.test(name)),
]
const errors = ({ err }: Ran) =>
  err
    .split('\n')
    .filter((line) => /^(错误|原因)：/.test(line))
    .map((line) => line.replace(/（请求编号 .*/, ''))

test.for(Object.entries(lines).flatMap(([name, some]) => some.map((line) => [name, line] as const)))(
  '%s: %s',
  async ([, given]) => {
    if (!(await home.xzx('auth status')).out) await signIn()
    const line = typeof given === 'string' ? given : await given()
    const before = await everything()
    const dry = await home.xzx(`${line} --dry-run`)
    expect(await everything()).toEqual(before)
    const wet = await home.xzx(`${line} --yes`)
    expect([dry.code, errors(dry)], `${dry.err}\n--- ${wet.err}`).toEqual([wet.code, errors(wet)])
  },
)

test('no command is left out', async () => {
  expect(await untried([...Object.keys(lines), ...harmless], (verb) => !verb.notDry)).toEqual([])
})

test.for(['auth login', 'serve', 'ui', 'job run login.json'])('%s cannot be tried and says so', async (line) => {
  const before = await everything()
  const ran = await home.xzx(`${line} --dry-run`)
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('不能试运行')])
  expect(await everything()).toEqual(before)
})
