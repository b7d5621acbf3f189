import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { longOf } from '../../cli/flags.ts'
import type { Verb } from '../../cli/verb.ts'
import { makeArticles } from '../support/articles.ts'
import { makeColumn } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'
import { allVerbs } from '../support/verbs.ts'

const { server, wire } = await wiredServer()
const columnId = await makeColumn(server)
const admin = await server.person({ roles: ['admin'], name: '周明川' })
const stranger = await server.person({ roles: [] })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })
const names = { a: '', b: '', c: String(columnId), hot: '' }

beforeAll(async () => {
  const [a = '', b = ''] = await makeArticles(server, 2, { columnId, status: 1, by: admin.userId })
  const hot = String((await admin.call('hot.add', { name: '供暖' })).value.id)
  await admin.call('article.update', { articleId: a, title: '改过一次' })
  await admin.call('hot.edit', { id: hot, name: '供热' })
  Object.assign(names, { a, b, hot })
  const row = { title: '甲', column: '没有的栏目', content: '字' }
  writeFileSync(join(home.dir, 'row.jsonl'), JSON.stringify(row))
  const job = (name: string, run: string) =>
    writeFileSync(join(home.dir, name), JSON.stringify({ name, steps: [{ run }] }))
  job('absent.json', 'article get 999999')
  job('list.json', 'article list')
  mkdirSync(join(home.dir, 'empty'))
})

/** A line with the ids of what is there: `$a` an article that was changed once, `$b` another, `$c` a column, `$hot` a hot word changed once. */
const lineOf = (line: string) => line.replace(/\$(\w+)/g, (_, name: keyof typeof names) => names[name])

/** As many ids as a verb takes, or one. */
const argumentsOf = ({ args = '' }: Verb) => (args.match(/\[/g) ?? []).map(() => '1')

/** A mistake, what it ends with, and the lines that make it. */
interface Mistake {
  readonly exit: number
  readonly lines: readonly string[]
}

/** The same mistake ends alike wherever it is made (`xzx help exit-codes`). */
const mistakes: Readonly<Record<string, Mistake>> = {
  'an id that is not there': {
    exit: 1,
    lines: [
      ...['article get 999999', 'article accept 999999 --yes', 'article submit 999999 --yes'],
      ...['article reject 999999 --reason 甲 --yes', 'article delete 999999 --yes', 'article edit 999999 --title 甲'],
      ...['article revisions 999999', 'article revisions $a --show 999999', 'article revisions $a --diff 999999'],
      ...['article restore 999999 --yes', 'article restore $a --revision 999999 --yes', 'article purge 999999 --yes'],
      ...['article undo 999999 --yes', 'article accept 999999 --yes --dry-run', 'column get 999999'],
      ...[
        'column edit 999999 --category-title 甲',
        'column del 999999 --yes',
        'column arrange --category-category 999999 --columns 1',
      ],
      ...['hot get 999999', 'hot edit 999999 --name 甲', 'hot del 999999 --yes', 'hot del 999999 --yes --dry-run'],
      ...[
        'auth token revoke 999999 --yes',
        'auth token revoke abc --yes',
        'generate column 999999',
        'api article.view --query articleID=999999',
      ],
      ...['api article.accept --body [{"articleId":999999}]', 'api hot.dels --body {"ids":[999999]}'],
      ...['api article.accept --body [{"articleId":999999}] --dry-run', 'job run absent.json'],
    ],
  },
  'an id that is none': {
    exit: 2,
    lines: [
      ...['article get abc', 'article accept abc --yes', 'article revisions abc', 'article edit abc --title 甲'],
      ...['article restore abc --yes', 'article restore $a --revision abc --yes', 'article revisions $a --show abc'],
      ...['hot get abc', 'hot edit abc --name 甲', 'hot del abc --yes'],
    ],
  },
  'what must be named is not': {
    exit: 2,
    lines: [
      ...['article get', 'article accept --yes', 'article edit', 'article revisions', 'article import', 'column get'],
      ...['column del --yes', 'column edit --category-title 甲', 'hot get', 'hot edit --name 甲', 'hot del --yes'],
      ...[
        'auth token revoke --yes',
        'api article.view',
        'restore',
        'backup keygen',
        'job run',
        'config get',
        'config set',
        'completion',
      ],
      ...['log accept', 'auth unlock', 'column add', 'hot add'],
    ],
  },
  'a value that its flag cannot have': {
    exit: 2,
    lines: [
      ...['article list --status 乱', 'article list --size 9999', 'article list --page 0', 'article list --since 昨'],
      ...['article list --format xml', 'article list --limit -1', 'article list --timeout x', 'article list --retry x'],
      ...['article reject 1 --preset 99 --yes', 'article accept 1 --concurrency 0 --yes'],
      ...['article edit $b --base-version x --title 甲', 'article add --column $c --title 甲 --content 乙 --sort x'],
      ...[
        'article add --column $c --title 甲 --content 乙 --category-type 乱',
        'article import row.jsonl --columns 乱',
      ],
      ...['column add --category-title 甲 --column-type 9', 'column add --category-title 甲 --column-type 1 --sort x'],
      ...['column edit $c --base-version x --category-title 甲'],
      ...['hot list --size 9999', 'hot add --name 甲 --sort x', 'hot edit $hot --base-version x', 'hot top --count x'],
      ...['auth token --name 甲 --keys article_list --days 999', 'auth unlock --address 300.1.1.1'],
      ...[
        'generate article --since 昨',
        'export hot --out a.pdf',
        'article export --out a.pdf',
        'config set timeout x',
      ],
      ...['export article --out a.csv --status 乱', 'export log --out a.csv --kind 乱', 'log list --kind 乱'],
      ...[
        'log list --since 昨',
        'backup --out b --keep x',
        'serve --port x',
        'backup --out b --encrypt-to x',
        'completion tcsh',
        'config set nope 1',
      ],
      ...['api article.list --body {', 'api nope.nope', 'export nope --out a.csv', 'article list --fields nope'],
      ...['hot list --fields nope', 'export hot --out a.csv --fields nope', 'auth token list --fields nope'],
    ],
  },
  'a name that nothing has': {
    exit: 1,
    lines: [
      ...['article list --column 没有的', 'article add --column 没有的 --title 甲 --content 乙'],
      ...['article import row.jsonl --columns existing', 'generate column 没有的', 'article edit $b --column 没有的'],
      ...['article accept --column 没有的 --all --yes', 'article export --column 没有的 --out x.csv'],
      ...['export article --column 没有的 --out y.csv', 'user view 没有的', 'user state 没有的 --state 停用 --yes'],
      ...['column get-column-name abc', 'column del abc --yes', 'column edit abc --category-title 甲'],
      ...['column save-relation abc --relation-categoryid 1', 'role del 没有的 --yes', 'dept name 没有的'],
      ...['column role-save --role-id 没有的 --column-ids 1', 'user grant-role --role 审核员 --user-ids 没有的'],
      ...['role grant 没有的 article_list', 'role grant 审核员 没有的'],
    ],
  },
  'a file or folder that is not there': {
    exit: 2,
    lines: [
      ...['article accept --ids @nope --yes', 'column del --ids @nope --yes', 'hot del --ids @nope --yes'],
      ...['article import nope.jsonl', 'article import empty', 'article add --column $c --title 甲 --content @nope'],
      ...['article edit $b --content @nope', 'article edit $b --file nope', 'article import row.jsonl --report nope/x'],
      ...['article export --out nope/a.csv', 'export hot --out nope/a.csv', 'article list --log nope/x.log'],
      ...['article accept 1 --yes --failed-to nope/x', 'job run nope.json', 'log verify --anchor nope'],
      ...['api article.list --body @nope', 'api file.upload-name --query type=image --form file=@nope'],
      ...['restore nope --check', 'restore nope --data x', 'backup --out b --data nope'],
      ...['restore nope --check --identity nope', 'backup --out b --encrypt-to @nope', 'backup keygen --out nope/x'],
      ...['log accept --data nope --reason 甲'],
    ],
  },
  'somebody else was faster, or a state forbids it': {
    exit: 1,
    lines: [
      ...['article edit $a --title 乙 --base-version 1', 'hot edit $hot --name 丙 --base-version 1'],
      ...['column edit $c --category-title 甲 --base-version 99', 'hot add --name 供热', 'article approve $a --yes'],
      ...['article take-down $a --reason 甲 --yes', 'column del $c --yes', 'article approve $a --yes --dry-run'],
      ...['api article.update --body {"articleId":"$a","title":"丁","version":1}'],
      ...['api article.accept --body [{"articleId":"$a","version":1}]'],
    ],
  },
}

describe.each(Object.entries(mistakes))('%s', (_, { exit, lines }) => {
  test.for(lines)('%s', async (line) => {
    const ran = await home.xzx(lineOf(line))
    expect(ran.code, ran.err || ran.out).toBe(exit)
    expect(ran.err + ran.out).toMatch(/[\u4e00-\u9fff]/)
  })
})

/** Whatever else a line lacks: a value that is none of those which its flag may have ends with 2, before anything is sent. */
describe('a choice that there is not, by each flag of each command', async () => {
  const lines = (await allVerbs()).flatMap(({ words, verb }) =>
    (verb.flags ?? [])
      .filter(({ values }) => values)
      .map(({ flag }) => [...words, ...argumentsOf(verb), longOf(flag), '乱']),
  )
  test.for(lines.map((line) => [line] as const))('%s', async ([line]) => {
    const ran = await home.xzx([...line, '--no-input'])
    expect(ran.code, ran.err || ran.out).toBe(2)
  })
})

/** What needs a server, a session and a right. */
const connected = [
  ...[
    'article accept $a --yes',
    'article submit $a --yes',
    'article edit $a --title 甲',
    'article list',
    'article get $a',
  ],
  ...['article add --column $c --title 甲 --content 乙', 'article revisions $a', 'article import row.jsonl'],
  ...['article export --out e.csv', 'article accept $a --yes --dry-run', 'column list', 'column get $c'],
  ...['column del $c --yes', 'hot list', 'hot add --name 乙', 'hot del $hot --yes', 'auth unlock --account a'],
  ...['generate all', 'generate index', 'generate column $c', 'export hot --out f.csv', 'export log --out g.csv'],
  ...[
    'log list',
    'log verify',
    'log anchor',
    'api article.list',
    'api hot.add --body {"name":"丙"}',
    'job run list.json',
  ],
]
/** What needs no right, only a session. */
const ownAffairs = ['whoami', 'auth status', 'auth token list', 'audit']

const circumstances = [
  ['without the right', 1, { XZX_TOKEN: stranger.token }, connected],
  ['not signed in', 4, { XZX_TOKEN: undefined }, [...connected, ...ownAffairs]],
  ['with a session that is over', 4, { XZX_TOKEN: 'over' }, [...connected, ...ownAffairs]],
  ['without a server', 5, { XZX_SERVER: 'http://127.0.0.1:9', XZX_RETRY: '0' }, [...connected, ...ownAffairs]],
] as const
describe.each(circumstances)('%s', (_, exit, env, lines) => {
  test.for(lines)('%s', async (line) => {
    const ran = await home.xzx(lineOf(line), { env })
    expect(ran.code, ran.err || ran.out).toBe(exit)
  })
})
