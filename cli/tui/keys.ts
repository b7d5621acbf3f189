/** One action of the terminal UI: the keys that start it and what it does. */
export interface KeyLine {
  /** Names of presses (press.ts); letters have another key too, because a Chinese input method takes them for itself. */
  readonly press: readonly string[]
  readonly says: string
  readonly group: '移动' | '查看' | '查找' | '勾选' | '处理' | '批量处理中' | '其他'
  /** Its word in the footer; without one it stands in the help only. */
  readonly foot?: string
}

/** The one table of keys: the handlers, the footer, the help, the palette and docs/generated/keys.md come from it. */
export const keys = {
  up: { press: ['up', 'k'], says: '上移一行', group: '移动' },
  down: { press: ['down', 'j'], says: '下移一行', group: '移动' },
  pageUp: { press: ['pageup', 'ctrl+u'], says: '上翻一页', group: '移动' },
  pageDown: { press: ['pagedown', 'ctrl+d'], says: '下翻一页', group: '移动' },
  first: { press: ['home', 'g'], says: '到第一行', group: '移动' },
  last: { press: ['end', 'G'], says: '到最后一行', group: '移动' },
  open: { press: ['enter'], says: '打开全文', group: '查看', foot: '打开' },
  pane: { press: ['tab'], says: '在列表与预览之间切换', group: '查看' },
  back: {
    press: ['esc', 'h'],
    says: '返回、清除筛选、取消勾选；在其他队列中问过再回到文章',
    group: '查看',
    foot: '返回',
  },
  preview: { press: ['p', 'ctrl+p'], says: '显示或收起预览', group: '查看', foot: '预览' },
  wider: { press: ['+', '=', '＋'], says: '预览加宽', group: '查看' },
  narrower: { press: ['-', '－'], says: '预览变窄', group: '查看' },
  browse: { press: ['o', 'ctrl+o'], says: '在浏览器中打开', group: '查看' },
  history: { press: ['l', '@', '＠'], says: '历史：谁在何时做了什么、改了什么', group: '查看', foot: '历史' },
  compare: { press: ['b', '&', '＆'], says: '比较：待审的修订与网站上的有什么不同', group: '查看', foot: '比较' },
  piles: {
    press: ['i', '#', '＃'],
    says: '待办：各类等待我处理的事项，选一项打开它的队列',
    group: '查找',
    foot: '待办',
  },
  filter: { press: ['/', '／', '、'], says: '在已读取的行中筛选（中文或拼音首字母）', group: '查找', foot: '筛选' },
  next: { press: ['n', 'ctrl+n'], says: '下一个符合筛选文字的行', group: '查找' },
  previous: { press: ['N', 'ctrl+g'], says: '上一个符合筛选文字的行', group: '查找' },
  search: { press: ['f', 'ctrl+f'], says: '按条件查询', group: '查找', foot: '查询' },
  sort: { press: ['s', 'ctrl+t'], says: '排序', group: '查找' },
  saveView: { press: ['S', 'ctrl+s'], says: '把当前条件存为视图', group: '查找' },
  view: { press: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], says: '切换视图', group: '查找', foot: '视图' },
  mark: { press: [' ', '　'], says: '勾选或取消', group: '勾选', foot: '勾选' },
  range: { press: ['v', 'ctrl+v'], says: '开始连选，再按一次勾选其间各行', group: '勾选' },
  markPage: { press: ['*', '＊'], says: '勾选本屏', group: '勾选' },
  markAll: { press: ['A', 'ctrl+a'], says: '勾选全部符合条件的', group: '勾选' },
  unmark: { press: ['u', 'ctrl+w'], says: '取消全部勾选', group: '勾选', foot: '取消勾选' },
  pass: { press: ['a', 'ctrl+y'], says: '通过：待审核的初审通过，待发布的审核通过并发布', group: '处理', foot: '通过' },
  reject: {
    press: ['r', 'ctrl+k'],
    says: '驳回文章或修订，须说明理由；已发布的原文不受影响',
    group: '处理',
    foot: '驳回',
  },
  takeDown: { press: ['d', '!', '！'], says: '从网站撤下已发布的文章，须说明理由', group: '处理', foot: '下架' },
  submit: { press: ['t', '>', '＞', '》'], says: '提交审核：编辑中、已驳回、已下架的', group: '处理', foot: '提交' },
  edit: {
    press: ['e', 'ctrl+e'],
    says: '用 $EDITOR 修改标题和正文；在其他队列中写答复等文字',
    group: '处理',
    foot: '修改',
  },
  compose: { press: ['c', 'ctrl+b'], says: '用 $EDITOR 撰写新文章，先存为草稿', group: '处理', foot: '撰写' },
  remove: { press: ['x', 'ctrl+x'], says: '删除到回收站', group: '处理', foot: '删除' },
  undo: {
    press: ['z', 'Z', '<', '＜', '《'],
    says: '撤销上一次操作（提交、审核、下架 15 分钟内）',
    group: '处理',
    foot: '撤销',
  },
  pause: { press: ['p', 'ctrl+p'], says: '暂停、继续', group: '批量处理中', foot: '暂停/继续' },
  stop: { press: ['esc'], says: '做完当前这一批后停止；已结束时收起', group: '批量处理中', foot: '停止' },
  close: { press: ['esc', 'enter'], says: '收起结果', group: '批量处理中', foot: '收起' },
  retry: { press: ['ctrl+r'], says: '重试失败的', group: '批量处理中', foot: '重试失败的' },
  write: { press: ['w', 'ctrl+w'], says: '把失败和没有处理的编号写到文件', group: '批量处理中', foot: '写到文件' },
  palette: { press: [':', '：'], says: '按名称执行命令', group: '其他', foot: '命令' },
  retryNow: { press: ['R', 'ctrl+l'], says: '连不上服务器时立即重试', group: '其他', foot: '立即重试' },
  reload: { press: ['R', 'ctrl+l'], says: '刷新，停在原处', group: '其他', foot: '刷新' },
  help: { press: ['?', '？'], says: '按键帮助', group: '其他', foot: '帮助' },
  quit: { press: ['q', 'ctrl+q'], says: '退出（有任务在做时先问）', group: '其他', foot: '退出' },
  suspend: { press: ['ctrl+z'], says: '挂起，回到命令行；用 fg 回来', group: '其他' },
  abort: { press: ['ctrl+c'], says: '立即退出，终端恢复原样', group: '其他' },
} as const satisfies Readonly<Record<string, KeyLine>>

export type ActionName = keyof typeof keys

const running: ReadonlySet<ActionName> = new Set(['pause', 'stop', 'close', 'retry', 'write'])
const both: ReadonlySet<ActionName> = new Set([
  ...(['up', 'down', 'pageUp', 'pageDown', 'undo', 'retryNow', 'help', 'quit', 'suspend', 'abort'] as const),
])

/** Actions of the list, and of the panel that a bulk run opens; the latter come before the list's. */
export const actionsOf = (place: 'list' | 'run'): ActionName[] =>
  (Object.keys(keys) as ActionName[]).filter((name) => both.has(name) || running.has(name) === (place === 'run'))

/** Whether a press means anything somewhere. */
export const isKey = (press: string): boolean => Object.values(keys).some((key: KeyLine) => key.press.includes(press))

/** The actions that a press may start in a place, in the table's order. */
export const actionsFor = (press: string, place: 'list' | 'run'): ActionName[] =>
  actionsOf(place).filter((name) => (keys[name] as KeyLine).press.includes(press))

const names: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  enter: 'Enter',
  tab: 'Tab',
  esc: 'Esc',
  ' ': '空格',
}

const wide = /[\u3000-\u303f\uff00-\uffef]/

/** A press as people call it: `Ctrl+u`, `空格`. */
const pressName = (press: string): string =>
  names[press] ?? (press.startsWith('ctrl+') ? `Ctrl+${press.slice(5)}` : press)

/** All presses of an action in words; full-width twins of a key are left out. */
export function pressNames(name: ActionName): string {
  const { press } = keys[name] as KeyLine
  if (name === 'view') return '1…9'
  return press
    .filter((one) => !wide.test(one) && one !== '=')
    .map(pressName)
    .join(' ')
}

/** docs/generated/keys.md. */
export function keysPage(): string {
  const lines = ['# 终端界面的按键', '', '由 `npm run docs` 从 `cli/tui/keys.ts` 生成，请勿手工修改。', '']
  const groups = [...new Set(Object.values(keys).map((key) => key.group))]
  for (const group of groups) {
    lines.push(`## ${group}`, '', '| 按键 | 作用 |', '|---|---|')
    for (const [name, key] of Object.entries(keys))
      if (key.group === group) lines.push(`| ${pressNames(name as ActionName)} | ${key.says} |`)
    lines.push('')
  }
  return `${lines.join('\n').trimEnd()}\n`
}
