import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'
import { openTmux, type Tmux, terminalTest } from '../support/tmux.ts'

const password = 'Test-only-6204'
const title = '县政协开展冬季供暖专题视察'
const second = '关于征集提案线索的通知'

/** Who sits at a terminal; each has a profile of that name. */
type Name = 'writer' | 'first' | 'second' | 'reader' | 'chief'

describe('articles and what else waits in the terminal, by five people', { timeout: 60_000 }, () => {
  let server: TestServer
  let home: CliHome
  let folder: string
  let editor: string
  const people = {} as Record<Name, Person>

  beforeAll(async () => {
    server = await startServer()
    const column = await makeColumn(server, '政协要闻')
    await makeColumn(server, '通知公告')
    const deptId = await makeDept(server)
    const of = (name: string, roles: readonly string[], more: object = {}) =>
      server.person({ roles, name, password, ...more })
    people.writer = await of('周明川', ['staff'], { deptId, columns: [column] })
    people.first = await of('林知远', ['auditor'])
    people.second = await of('沈若谷', ['auditor'])
    people.reader = await of('何静之', ['readonly'])
    people.chief = await of('顾砚秋', ['admin'])
    // pages of articles stand on a site that is there
    await (await server.person({ roles: ['admin'] })).call('generate.all')
    home = cliHome({ env: { XZX_SERVER: server.url } })
    for (const [name, { account }] of Object.entries(people)) {
      const ran = await home.xzx(`auth login --user ${account} --password-stdin --profile ${name}`, { stdin: password })
      expect(ran.code, ran.err).toBe(0)
    }
    folder = mkdtempSync(join(tmpdir(), 'xzx-journey-'))
    editor = join(folder, 'editor.sh')
  })
  afterAll(async () => {
    home?.remove()
    await server?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  /** What the next editor does to the file that it is given. */
  const editing = (...commands: readonly string[]) =>
    writeFileSync(editor, `#!/bin/sh\n${commands.join('\n')}\n`, { mode: 0o700 })
  const writing = (heading: string, text: string) => editing(`sed -i '1s/.*/${heading}/' "$1"`, `echo '${text}' >>"$1"`)

  /** Somebody's terminal, wide enough for the preview; left by q. */
  async function at(name: Name, work: (terminal: Tmux) => Promise<void>): Promise<void> {
    const env = { XZX_SERVER: server.url, XZX_CONFIG_DIR: join(home.dir, 'config'), EDITOR: editor }
    const terminal = await openTmux({ columns: 140, rows: 30, env, args: ['--profile', name] })
    try {
      await terminal.until(`xzx  ${name}`)
      await work(terminal)
      await terminal.press('q')
      await terminal.until('退出码 0')
    } finally {
      terminal.end()
    }
  }

  async function compose(terminal: Tmux, heading: string): Promise<void> {
    await terminal.until('c 撰写')
    await terminal.press('c')
    const asked = await terminal.until('选择栏目')
    expect(asked).not.toContain('通知公告')
    await terminal.press('zxyw', 'Enter')
    await terminal.until('已存为草稿，按 t 提交审核')
    await terminal.until((frame) => frame.includes('编辑中 1 篇') && frame.includes(heading))
    await terminal.press('t')
    await terminal.until('》已提交')
  }

  terminalTest('a department writes in the editor and submits', () =>
    at('writer', async (terminal) => {
      writing(title, '视察组先后到三个换热站了解供暖准备情况。')
      await compose(terminal, title)
      await terminal.press('1')
      await terminal.until((frame) => frame.includes('待审核 1 篇') && frame.includes(title))
      // a department has nothing to decide
      await terminal.press('a')
      expect(await terminal.until('没有执行此操作的权限')).not.toContain('a 通过')
    }),
  )

  terminalTest('an auditor accepts it, another publishes it, and its page is on the site', async () => {
    await at('first', async (terminal) => {
      await terminal.until('视察组先后到三个换热站')
      await terminal.press('a')
      await terminal.until('》已通过')
      await terminal.until('待审核 0 篇')
    })
    await at('second', async (terminal) => {
      await terminal.press('2')
      await terminal.until('视察组先后到三个换热站')
      await terminal.press('a')
      await terminal.until('待发布 0 篇')
      await terminal.press('3')
      await terminal.until((frame) => frame.includes('✓ 已发布') && frame.includes(title))
    })
    const text = async (path: string) => (await fetch(new URL(path, `${server.url}/site/`))).text()
    await expect.poll(() => text('index.html'), { timeout: 10_000 }).toContain(title)
    const link = new RegExp(`href="([^"]+)"[^>]*>[^<]*${title}`).exec(await text('index.html'))?.[1] ?? ''
    expect(await text(link)).toContain('视察组先后到三个换热站')
  })

  terminalTest('a rejected one comes back with its reason, is changed and submitted again', async () => {
    await at('writer', (terminal) => {
      writing(second, '请各专委会于本月底前报送提案先索。')
      return compose(terminal, second)
    })
    await at('first', async (terminal) => {
      await terminal.until(second)
      await terminal.press('r')
      await terminal.until('的理由')
      await terminal.press('2', 'Enter')
      await terminal.until('》已驳回')
    })
    await at('writer', async (terminal) => {
      await terminal.press('4')
      await terminal.until('理由：标题或正文有错别字')
      editing(`sed -i 's/先索/线索/' "$1"`)
      await terminal.press('e')
      await terminal.until('保存成功，按 t 提交审核')
      await terminal.press('t')
      await terminal.until('已驳回 0 篇')
      await terminal.press('1')
      await terminal.until('报送提案线索')
    })
  })

  terminalTest('a reader sees no action and is told so; the server refuses it anyhow', async () => {
    const actions = ['a 通过', 'r 驳回', 'x 删除', 'e 修改', 'c 撰写', 't 提交']
    await at('reader', async (terminal) => {
      await terminal.until((frame) => frame.includes(second) && actions.every((action) => !frame.includes(action)))
      for (const [key, says] of actions.map((action) => action.split(' '))) {
        await terminal.press(key as string)
        await terminal.until(`${says}：没有执行此操作的权限`)
      }
    })
    const { id } = await server.parts.db.read
      .selectFrom('article')
      .select('id')
      .where('status', '=', 1)
      .executeTakeFirstOrThrow()
    for (const verb of ['accept', 'delete', 'reject --preset 1']) {
      const ran = await home.xzx(`article ${verb} ${id} --yes --profile reader`)
      expect([ran.code, ran.err + ran.out], verb).toEqual([1, expect.stringContaining('没有执行此操作的权限')])
    }
    const { status } = await server.parts.db.read
      .selectFrom('article')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(status).toBe(1)
  })

  terminalTest(
    'opinions wait: their pile is opened, two are passed, one is given back with a reason, and taken back',
    async () => {
      for (const road of ['修路的意见', '装路灯的意见', '种树的意见']) {
        const { value } = await people.chief.call('advice.add', { title: road, content: `${road}，请尽快办理。` })
        const answer = { id: value.id, resultTitle: '答复', resultContent: '年底前办好。' }
        expect((await people.chief.call('advice.resultReply', answer)).errorCode).toBe('0')
      }
      const states = async () =>
        (await server.parts.db.read.selectFrom('advice').select('status').orderBy('id').execute()).map(
          (row) => row.status,
        )
      await at('chief', async (terminal) => {
        await terminal.until('i 待办 3')
        await terminal.press('i')
        await terminal.until('等待您处理的共')
        await terminal.press('意见', 'Enter')
        await terminal.until((frame) => frame.includes('意见 · 待审核 3 条') && frame.includes('年底前办好。'))
        await terminal.press('Space', 'j', 'Space', 'a')
        await terminal.until('将通过答复 2 条意见')
        await terminal.press('y')
        await terminal.until((frame) => frame.includes('已答复 2 条 · z 撤销') && frame.includes('[3 待审核 1]'))
        await terminal.press('r')
        await terminal.until('的理由，退回承办部门修改')
        await terminal.press('1', 'Enter')
        await terminal.until('《种树的意见》已退回 · z 撤销')
        expect(await states()).toEqual([2, 2, 3])
        await terminal.press('z')
        await terminal.until((frame) => frame.includes('已撤销退回答复') && frame.includes('意见 · 待审核 1 条'))
        expect(await states()).toEqual([2, 2, 1])
        await terminal.press('h')
        await terminal.until('回到文章吗')
        await terminal.press('y')
        await terminal.until('[1 待审核 1]')
      })
    },
  )
})
