import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { adminOf, adminPassword, type ServerProcess, startProcess } from '../support/process.ts'
import { openTmux, terminalTest, xzxCommand } from '../support/tmux.ts'

let data: string
let server: ServerProcess
let home: CliHome

/** `xzx ui` in a terminal of this size. */
const openUi = (columns: number, rows: number, more: Readonly<Record<string, string>> = {}) =>
  openTmux({ columns, rows, env: { XZX_SERVER: server.url, XZX_CONFIG_DIR: join(home.dir, 'config'), ...more } })

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'xzx-tmux-'))
  server = await startProcess(data)
  home = cliHome({ env: { XZX_SERVER: server.url } })
  const ran = await home.xzx('auth login --user admin --password-stdin', { stdin: adminPassword })
  expect(ran.code, ran.err).toBe(0)
  const lines = ['县政协召开常委会会议', '关于召开主席会议的通知', '政协委员视察乡村道路建设']
    .map((title) => JSON.stringify({ title, content: '会议听取了提案办理情况的通报。', column: '政协要闻' }))
    .join('\n')
  const imported = await home.xzx('article import - --yes', { stdin: lines })
  expect(imported.code, imported.err).toBe(0)
})
afterAll(async () => {
  await server?.end('SIGTERM')
  home?.remove()
  if (data) rmSync(data, { recursive: true, force: true })
})

/** Columns of cells stand straight: every border of the preview is in the same cell. */
function straight(frame: string): boolean {
  const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g
  const places = frame
    .split('\n')
    .filter((line) => line.includes('│'))
    .map((line) => line.slice(0, line.indexOf('│')))
    .map((before) => before.length + (before.match(wide)?.length ?? 0))
  return places.length > 0 && new Set(places).size === 1
}

terminalTest(
  'a reply is written into the task under the cursor, never into that of another task with its number',
  async () => {
    const xzx = async (line: string) => (await home.xzx(`${line} --json`)).json()
    await xzx('dept save --name 水利局')
    const { id: first } = await xzx('assignment add --title 清理河道 --content 要求 --depts 水利局')
    const { id: second } = await xzx('assignment add --title 报送总结 --content 要求 --depts 水利局')
    const reply = await xzx(`assignment reply --assignment-id ${second} --dept 水利局 --content 已报送 --state 已办结`)
    // the reply to the second task has the number that the first task has
    expect(reply.id).toBe(first)
    const editor = join(data, 'editor.sh')
    writeFileSync(editor, `#!/bin/sh\ncp "$1" ${data}/opened.txt\necho 河道已清理 >"$1"\n`, { mode: 0o700 })
    const terminal = await openUi(120, 30, { EDITOR: editor })
    try {
      await terminal.until('i 待办')
      await terminal.press('i')
      await terminal.until('各部门已办完')
      await terminal.press('各部门已办完', 'Enter')
      await terminal.until('1 待办理 1')
      await terminal.press('1')
      await terminal.until('清理河道')
      await terminal.press('e')
      await terminal.until('写什么')
      await terminal.press('回复', 'Enter')
      await terminal.until('《清理河道》的回复内容已保存')
    } finally {
      terminal.end()
    }
    expect(readFileSync(join(data, 'opened.txt'), 'utf8')).toBe('')
    const { list } = await xzx('assignment replies')
    const said = list.map((one: { assignmentId: string; content: string }) => [one.assignmentId, one.content])
    expect(said.sort()).toEqual([
      [first, '河道已清理'],
      [second, '已报送'],
    ])
  },
  60_000,
)

terminalTest(
  'SIGTERM ends the editor and the screen at once, and names the file in which the text stays',
  async () => {
    const editor = join(data, 'slow.sh')
    const script = `#!/bin/sh\necho $PPID >${data}/parent\necho 会议通过了决定 >>"$1"\necho 编辑器里\nexec sleep 600\n`
    writeFileSync(editor, script, { mode: 0o700 })
    const terminal = await openUi(120, 30, { EDITOR: `exec ${editor}` })
    try {
      await terminal.until((frame) => frame.includes('县政协召开') && frame.includes('第 1 篇'))
      await terminal.press('e')
      await terminal.until('编辑器里')
      process.kill(Number(readFileSync(join(data, 'parent'), 'utf8')), 'SIGTERM')
      const after = await terminal.until('退出码 143')
      expect(after).toContain('之前的内容')
      expect(after).not.toContain('第 1 篇')
      const kept =
        /您的修改保留在\s*(\S+?\.html)，接着保存：xzx article edit/.exec(after.replaceAll(/\n(?=\S)/g, ''))?.[1] ?? ''
      expect(readFileSync(kept, 'utf8')).toContain('会议通过了决定')
      rmSync(dirname(kept), { recursive: true })
    } finally {
      terminal.end()
    }
  },
  60_000,
)

terminalTest(
  '80×24: view, mark, pass, see the result; quitting gives the screen back',
  async () => {
    const terminal = await openUi(80, 24)
    try {
      const first = await terminal.until('待审核 3 篇')
      expect(first.split('\n').filter((line) => line.includes('● 待审核'))).toHaveLength(3)
      expect(first).not.toContain('│')
      await terminal.press('Space', 'j', 'Space')
      await terminal.until('已勾选 2 篇')
      await terminal.press('a')
      await terminal.until('将通过 2 篇文章')
      await terminal.press('y')
      await terminal.until('已通过 2 篇 · z 撤销')
      await terminal.press('2')
      await terminal.until('待发布 2 篇')
      await terminal.press('a')
      await terminal.until('》已通过')
      await terminal.press('3')
      await terminal.until('✓ 已发布')
      await terminal.press('q')
      const after = await terminal.until('退出码 0')
      expect(after).toContain('之前的内容')
      expect(after).not.toContain('已发布')
    } finally {
      terminal.end()
    }
    const post = await adminOf(server.url)
    const { value } = await post('/api/article/list', { status: [2] })
    expect(value.total).toBe(1)
  },
  60_000,
)

terminalTest(
  '200×50 and back: the preview stands straight, a resize draws everything anew',
  async () => {
    const terminal = await openUi(200, 50)
    try {
      await terminal.until('待审核')
      await terminal.press('7')
      const wide = await terminal.until((frame) => frame.includes('全部 3 篇') && frame.includes('会议听取了'))
      expect(straight(wide)).toBe(true)
      for (const [columns, rows] of [
        [100, 30],
        [60, 14],
        [140, 40],
      ] as const) {
        await terminal.resize(columns, rows)
        const seen = await terminal.until((frame) => {
          const lines = frame.trimEnd().split('\n')
          return (
            lines.length === rows &&
            lines[0]?.includes('全部 3 篇') === true &&
            lines[rows - 1]?.includes('q 退出') === true
          )
        })
        expect(seen.split('\n').filter((line) => line.includes('xzx  127.0.0.1'))).toHaveLength(1)
        expect(seen.split('\n').filter((line) => line.includes('标题'))).toHaveLength(1)
        if (columns >= 100) expect(straight(seen)).toBe(true)
      }
      await terminal.resize(50, 10)
      await terminal.until('终端太小')
      await terminal.resize(80, 24)
      await terminal.until('全部 3 篇')
      await terminal.press('C-c')
      await terminal.until('退出码 130')
    } finally {
      terminal.end()
    }
  },
  60_000,
)

terminalTest(
  'help, history and text cover the screen, and leave nothing behind',
  async () => {
    for (const [columns, rows] of [
      [80, 24],
      [200, 50],
    ] as const) {
      const terminal = await openUi(columns, rows)
      try {
        await terminal.until('待审核')
        await terminal.press('7')
        const list = await terminal.until((frame) => frame.includes('全部 3 篇') && !frame.includes('正在读取'))
        await terminal.press('?')
        const help = await terminal.until('上移一行')
        // the last line but the status and the footer, which tell where one stands
        const shown = help
          .trimEnd()
          .split('\n')
          .slice(2, rows - 2)
          .join('\n')
        expect(shown).not.toMatch(/提交时间|政协要闻|│|会议听取了/)
        await terminal.press('Escape')
        await terminal.until((frame) => frame.includes('县政协召开') && !frame.includes('上移一行'))
        await terminal.press('l')
        await terminal.until('的历史，共 ')
        await terminal.press('Enter')
        const step = await terminal.until('修订编号：')
        expect(
          step
            .split('\n')
            .slice(2, rows - 2)
            .join('\n'),
        ).not.toMatch(/提交时间|│/)
        await terminal.press('Escape')
        await terminal.until('的历史，共 ')
        await terminal.press('Escape')
        const again = await terminal.until((frame) => frame.includes('提交时间') && !frame.includes('的历史'))
        expect(again.split('\n')[2]).toBe(list.split('\n')[2])
      } finally {
        terminal.end()
      }
    }
  },
  60_000,
)

terminalTest(
  'Ctrl+Z gives the terminal to the shell, fg brings everything back in the size of now',
  async () => {
    const env = { XZX_SERVER: server.url, XZX_CONFIG_DIR: join(home.dir, 'config'), PS1: '壳$ ' }
    const shell = await openTmux({ columns: 80, rows: 24, env, program: ['bash', '--norc', '-i'] })
    try {
      await shell.until('壳$')
      await shell.press(`'${[...xzxCommand, 'ui'].join("' '")}'`, 'Enter')
      await shell.until('第 1 篇')
      await shell.press('7')
      await shell.until('全部 3 篇')
      // also while something is being typed
      await shell.press('/', 'C-z')
      const away = await shell.until('Stopped')
      expect(away).not.toContain('全部 3 篇')
      await shell.press('stty -a | tr " ;" "\\n" | grep -E "^-?(icanon|echo|isig)$" | xargs echo 现在', 'Enter')
      await shell.until('现在 isig icanon echo')
      await shell.resize(100, 30)
      await shell.press('fg', 'Enter')
      const back = await shell.until(
        (frame) => frame.includes('全部 3 篇') && frame.trimEnd().split('\n').length === 30,
      )
      expect(back).toContain('筛选：')
      await shell.press('Escape')
      await shell.until((frame) => !frame.includes('筛选：'))
      await shell.press('j')
      await shell.until('第 2 篇')
      await shell.press('C-z')
      await shell.until('Stopped')
      await shell.press('fg', 'Enter')
      await shell.until('第 2 篇')
      await shell.press('q')
      await shell.until((frame) => !frame.includes('全部 3 篇'))
    } finally {
      shell.end()
    }
  },
  60_000,
)

terminalTest('without a terminal it names the command that does the same', () => {
  const [program, ...args] = xzxCommand
  const { status, stderr } = spawnSync(program, [...args, 'ui'], {
    encoding: 'utf8',
    env: { ...process.env, XZX_SERVER: server.url, XZX_CONFIG_DIR: join(home.dir, 'config') },
  })
  expect(status).toBe(2)
  expect(stderr).toContain('xzx article list --status 待审核')
})
