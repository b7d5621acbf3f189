import { describe, expect, test } from 'vitest'
import { everywhere, type GlobalFlag, globalByName, globalFlags, longOf, valueName } from '../../cli/flags.ts'
import { typed } from '../../cli/known-flags.ts'
import { knownTo } from '../../cli/verb.ts'
import { value } from '../support/backend.ts'
import { sharedBackend, sharedHome } from '../support/set-up.ts'
import { allVerbs } from '../support/verbs.ts'

const backend = await sharedBackend(() => value({ list: [], total: 0, pageNumber: 1, pageSize: 10 }))
const home = sharedHome({ XZX_SERVER: backend.url, XZX_TOKEN: 't' })
const verbs = await allVerbs()

/** A value that each global flag takes. */
const values: Partial<Record<GlobalFlag, string>> = {
  format: 'json',
  fields: 'a',
  ids: '-',
  file: 'x',
  concurrency: '2',
  failedTo: 'f.txt',
  waitLock: '1s',
  page: '1',
  size: '10',
  limit: '2',
  since: '7d',
  until: 'today',
  profile: 'work',
  server: 'http://127.0.0.1:1',
  timeout: '1s',
  retry: '0',
}

test('every global flag has a name under which its value is found', () => {
  expect([...globalByName.keys()]).toHaveLength(globalFlags.length)
  for (const [flag] of globalFlags)
    expect(values[valueName(flag) as GlobalFlag] !== undefined, flag).toBe(
      flag.includes('<') && !flag.startsWith('--log'),
    )
})

test.for(verbs)(
  '$name: a flag that takes one value is refused by name when it is given twice',
  async ({ words, verb }) => {
    const own = (verb.flags ?? [])
      .filter(({ flag, many }) => flag.includes('<') && !many)
      .map(({ flag }) => longOf(flag))
    const general = knownTo(verb).filter((name) => values[name] !== undefined)
    for (const flag of [...own, ...general.map(typed)]) {
      const before = backend.seen.length
      const ran = await home.xzx([...words, flag, '4', flag, '5'])
      expect([ran.code, ran.out, ran.err], flag).toEqual([
        2,
        '',
        expect.stringContaining(`${flag} 只能写一次，收到 4 和 5`),
      ])
      expect(backend.seen.length).toBe(before)
    }
  },
)

test.for(verbs)(
  '$name: a flag that it does not declare is refused by name, and nothing is done',
  async ({ words, verb }) => {
    const known = knownTo(verb)
    const strange = [...globalByName.keys()].filter((name) => !known.includes(name))
    for (const name of strange) {
      const before = backend.seen.length
      const ran = await home.xzx([
        ...words,
        typed(name),
        ...(values[name] === undefined ? [] : [values[name] as string]),
      ])
      expect([ran.code, ran.out, ran.err], typed(name)).toEqual([
        2,
        '',
        expect.stringContaining(name === 'dryRun' ? '不能试运行' : typed(name)),
      ])
      expect(backend.seen.length).toBe(before)
    }
  },
)

/** What each global flag that not all verbs know needs: a verb that declares it for show would stand out here. */
const needs: Partial<Record<GlobalFlag, readonly string[]>> = {
  passwordStdin: ['auth login', 'auth password'],
  file: ['article import', 'article add', 'article edit', 'mail import'],
  ids: [
    'article copy',
    'article top',
    'article untop',
    'article get',
    'article edit',
    'article submit',
    'article undo',
    'audit plan',
    'user reset-pwd',
    'notice read',
    'site links',
    'site verify',
    'article restore',
    'article purge',
    'article accept',
    'article recheck',
    'article validity',
    'article approve',
    'article reject',
    'article take-down',
    'article delete',
  ],
  page: [
    ...['article list', 'article revisions', 'article recycle-list', 'audit', 'log list', 'mail overdue'],
    'proposal overdue',
    'suggestion overdue',
    'apply overdue',
  ],
  waitLock: [
    'article import',
    'article export',
    'export all',
    'export article',
    'export log',
    'generate index',
    'generate column',
    'generate article',
    'generate all',
    'job run',
    'mail import',
    'survey export',
    'stats',
  ],
}
test.for(Object.entries(needs))('%s is declared by those that use it: a reviewed list', ([flag, expected]) => {
  const declared = verbs
    .filter(({ verb }) => !verb.made && verb.knows?.includes(flag as GlobalFlag))
    .map(({ name }) => name)
  expect(declared.sort()).toEqual([...expected].sort())
})

test('no flag means two things', () => {
  const taken = new Set(
    [...globalFlags.map(([flag]) => flag), '-V, --version', '-h, --help'].flatMap(
      (flag) => flag.match(/-{1,2}[a-zA-Z-]+/g) ?? [],
    ),
  )
  for (const { name, verb } of verbs) {
    const own = (verb.flags ?? []).map(({ flag }) => longOf(flag))
    for (const flag of own) expect([name, flag, taken.has(flag)]).toEqual([name, flag, false])
    expect(new Set(own).size).toBe(own.length)
    expect((verb.knows ?? []).filter((flag) => (everywhere as readonly string[]).includes(flag))).toEqual([])
  }
})

test('the version of an edit goes to the server', async () => {
  await home.xzx('hot edit 5 --name 供暖 --base-version 3')
  expect(backend.seen.at(-1)?.body).toEqual({ id: '5', name: '供暖', version: '3' })
})

test.for(['hot edit 5 --name 供暖 --version', 'article edit 5 --version 3 --title 甲', 'article -V'])(
  '%s asks for a version where there is another: refused, rather than ended well with nothing done',
  async (line) => {
    const before = backend.seen.length
    const ran = await home.xzx(line)
    expect([ran.code, ran.out, ran.err]).toEqual([2, '', expect.stringContaining('--base-version')])
    expect(backend.seen.length).toBe(before)
  },
)

test.for(verbs)('$name: an empty value, as an unset variable leaves it, is refused by its flag', async (one) => {
  const { words, verb } = one
  const own = (verb.flags ?? []).filter(({ flag, empties }) => flag.includes('<') && !empties).map(({ flag }) => flag)
  const global = knownTo(verb).map((name) => globalByName.get(name)?.[0] ?? '')
  for (const flag of [...own, ...global.filter((each) => each.includes('<'))].map(longOf)) {
    const before = backend.seen.length
    for (const empty of ['', ' ']) {
      const ran = await home.xzx([...words, flag, empty])
      expect([ran.code, ran.out, ran.err], flag).toEqual([2, '', expect.stringContaining(`${flag} 的值是空的`)])
    }
    expect(backend.seen.length, flag).toBe(before)
  }
})

test.for([
  ['article', 'delete', '--title', '', '--all', '--yes'],
  ['article', 'approve', '--status', ',', '--all', '--yes'],
  ['article', 'take-down', '--keyword', '', '--all', '--preset', '1', '--yes'],
])('%j takes no article rather than all of them', async (line) => {
  const before = backend.seen.length
  expect((await home.xzx(line)).code).toBe(2)
  expect(backend.seen.length).toBe(before)
})

test.for([
  ['column add --category-title 甲', '缺少 --column-type（栏目类型）'],
  ['column arrange --category-category 5', '缺少 --columns'],
  ['hot add', '缺少 --name（热词）'],
  ['hot edit', '例如 xzx hot edit'],
  ['hot top', '例如 xzx hot top'],
  ['article add --column 5 --title 甲 --content -', '正文是空的'],
] as const)('%s names what is missing as it is typed', async ([line, words]) => {
  const ran = await home.xzx(line)
  expect([ran.code, ran.out, ran.err]).toEqual([2, '', expect.stringContaining(words)])
})

test('an empty value empties the field of an edit', async () => {
  await home.xzx(['hot', 'edit', '5', '--sort', ''])
  expect(backend.seen.at(-1)?.body).toEqual({ id: '5', sort: '' })
})

describe('what would be passed over in silence', () => {
  test.for([
    ['hot list --since 2030-01-01 --format ids', '--since'],
    ['article list --ids @f', '--ids'],
    ['column list --limit 2', '--limit'],
    ['export hot --since 2030-01-01 --out a.csv', '--since'],
    ['export dept-data --limit 2 --out a.xlsx', '--limit'],
    ['export --out a.csv', '--out'],
    ['generate article --until today', '--until'],
    ['article list --all --page 3', '--page'],
    ['article list --limit 5 --size 20', '--size'],
    ['article list --fields title --format ids', '--fields'],
    ['article accept 101 --limit 2 --yes', '编号和筛选条件'],
    ['article accept 101 --yes --fields nonsense', 'nonsense'],
    ['hot add --name 甲 --fields nonsense', 'nonsense'],
    ['log list --follow --until today', '--until'],
    ['auth token add 夜间', '用途写作 --name'],
    ['auth token list --name 甲', '--name'],
    ['auth token revoke 5 6 --yes', '6'],
    ['api --query a=1', '--query'],
    ['api article.list --fields title', '--fields'],
    ['api hot.add --body {"name":"甲"} --format ids', '--format ids'],
    ['article import a.jsonl --file b.jsonl', '两次'],
    ['generate all --fields nonsense', 'nonsense'],
    ['article list --json --format csv', '--format csv'],
    ['export log --out a.csv --format ndjson', '互相矛盾'],
    ['export log --out - --json', '--json'],
    ['article export --out - --format count', '--format count'],
    ['restore kept --check --data x', '--check'],
    ['restore kept --check --keep-tokens', '--keep-tokens'],
  ] as const)('%s', async ([line, words]) => {
    const before = backend.seen.length
    const ran = await home.xzx(line)
    expect([ran.code, ran.out, ran.err]).toEqual([2, '', expect.stringContaining(words)])
    expect(backend.seen.length).toBe(before)
  })
})

test('a job hands its connection to the steps that have one', async () => {
  const { writeFileSync } = await import('node:fs')
  const steps = [{ run: 'help exit-codes' }, { run: 'article list' }]
  writeFileSync(`${home.dir}/job.json`, JSON.stringify({ name: '夜间', steps }))
  const ran = await home.xzx('job run job.json --timeout 5s --retry 0 --json')
  expect(ran.json().list.map((one: { exit: number }) => one.exit)).toEqual([0, 0])
})

test.for([
  ['help artcle', '未知命令 artcle，您是否想输入 article？'],
  ['help article lst', '未知命令 lst，您是否想输入 list？'],
  ['nope --help', '未知命令 nope'],
  ['auth unlock --address 300.1.1.1', '--address 不是 IP 地址：300.1.1.1'],
] as const)('%s is refused', async ([line, words]) => {
  const ran = await home.xzx(line)
  expect([ran.code, ran.out, ran.err]).toEqual([2, '', expect.stringContaining(words)])
})

test('help topics names lines that can be typed', async () => {
  const { code, out } = await home.xzx('help topics')
  expect([code, out]).toEqual([0, expect.stringContaining('xzx help exit-codes\n    退出码\n')])
  const told = (await home.xzx('help topics --json')).json() as { type: string }[]
  for (const line of told.map(({ type }) => type).filter((type) => /^xzx (help e|job|completion)/.test(type)))
    expect((await home.xzx(line.slice(4))).code, line).toBe(0)
})

test.for(['help', 'help article', 'help article list', 'help api article.view', 'help auth token', 'help help'])(
  '%s helps',
  async (line) => {
    const ran = await home.xzx(line)
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(ran.out).toContain('用法：')
  },
)

test('what the server refuses is named as it was typed: the flag, and not the field on the wire', async () => {
  const { answer } = backend
  const refuse = (errorMsg: string) => {
    backend.answer = () => ({ errorCode: 'BAD_INPUT', errorMsg, value: null, requestId: 'r' })
  }
  try {
    for (const [line, says, told] of [
      ['hot add --name 甲', '名称（name）：已存在', '名称（--name）：已存在'],
      ['column add --category-title 甲 --column-type 1', '栏目名称（categoryTitle）：重复', '（--category-title）'],
      ['dept save --name 甲 --parent 3', '上级部门（parentId）：不能是自己', '（--parent）'],
      ['hot add --name 甲', '另一处（elsewhere）：不对', '（elsewhere）'],
    ] as const) {
      refuse(says)
      expect((await home.xzx(line)).err, line).toContain(told)
    }
    // by its own name, where that is what was typed
    refuse('名称（name）：已存在')
    expect((await home.xzx('api hot.add --query name=甲')).err).toContain('（name）')
  } finally {
    backend.answer = answer
  }
})
