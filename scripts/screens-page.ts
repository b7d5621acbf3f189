import { globSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { wholeContract } from '../core/contract/areas.ts'
import { apps } from '../core/domain/enums.ts'
import type { Screen } from '../web/screens/screen.ts'
import { reacherOf } from './used-calls.ts'

/** The screens of both consoles: their addresses, the rights that open them, and the calls that they use. */

const places = { admin: '/web/main/', reportSite: '/web/report/' } as const
/** What is around the screens. */
const around = [
  { at: '/web/、/web/report/', title: '登录', file: 'web/login/Login.tsx' },
  { at: '/web/main、/web/report', title: '外框（菜单、顶栏、个人设置）', file: 'web/app/Shell.tsx' },
] as const

const moduleOf = ({ load }: Screen, file: string): string =>
  join(dirname(file), /import\(["'](.+?)["']\)/.exec(load.toString())?.[1] ?? '')
const keysOf = ({ needs = [] }: Screen): string =>
  [needs]
    .flat()
    .map((key) => `\`${key}\``)
    .join(' 或 ') || '登录'

/** `mail.*` is all of an area: the parts that many kinds share take what they need of it. */
const callsSay = (calls: ReadonlySet<string>): string =>
  [...calls]
    .sort()
    .map((call) => `\`${call}\``)
    .join(' ')

/** The lines of the page. @param made how it came to be */
export async function screensPage(made: string): Promise<string[]> {
  const reached = await reacherOf((await wholeContract()) as unknown as Readonly<Record<string, object>>)
  const head = ['| 地址 | 名称 | 需要的权限 | 用到的接口 |', '|---|---|---|---|']
  const lines: Record<keyof typeof places, string[]> = { admin: [], reportSite: [] }
  for (const file of globSync('web/screens/*/screens.ts').sort()) {
    const { screens } = (await import(pathToFileURL(resolve(file)).href)) as { screens: readonly Screen[] }
    for (const screen of screens) {
      const { app = 'admin', path, title } = screen
      const calls = callsSay(await reached(moduleOf(screen, file), 'default'))
      lines[app].push(`| \`${places[app]}${path}\` | ${title} | ${keysOf(screen)} | ${calls} |`)
    }
  }
  const frames = []
  for (const { at, title, file } of around)
    frames.push(`| ${at} | ${title} | | ${callsSay(await reached(file, '*'))} |`)
  return [
    ...['# 界面', '', made.replace('core/contract/', 'web/screens/'), ''],
    '两个后台的每个界面：地址、打开它所需的权限、它用到的接口。`:id` 代表一条记录的编号；`mail.*` 指该领域的接口由各类共用的部件按需取用。接口说明见 [api.md](api.md)。',
    ...['', '## 登录和外框', '', ...head, ...frames, ''],
    ...(Object.keys(lines) as (keyof typeof places)[]).flatMap((app) => [
      ...[`## ${apps[app]}`, '', ...head, ...lines[app].sort(), ''],
    ]),
  ]
}
