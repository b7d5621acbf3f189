/** What the things are that writes are about; a page of the console leads to some of them. */
export type LogTarget = 'article' | 'column' | 'hot' | 'role'

/** What a call does to its things, as a clerk says it: `{}` is where their names stand. */
interface Sentence {
  readonly says: string
  readonly of?: LogTarget
}

/** A row of the log, as far as its sentence needs it. */
export interface Told {
  readonly call: string | null
  readonly says: string | null
  readonly before?: unknown
  readonly after?: unknown
}
const about = (of: LogTarget, says: Readonly<Record<string, string>>) =>
  Object.entries(says).map(([call, one]): [string, Sentence] => [call, { says: one, of }])

const sentences: Readonly<Record<string, Sentence>> = Object.fromEntries([
  ...about('article', {
    'article.saveAdmin': '新增{}',
    'article.saveRole': '新增{}',
    'article.update': '修改{}',
    'article.accept': '初审通过{}',
    'article.acceptReject': '初审驳回{}',
    'article.approve': '发布{}',
    'article.reject': '驳回{}',
    'article.takeDown': '下架{}',
    'article.delete': '删除{}',
    'article.updateAndAccept': '修改并初审通过{}',
    'article.updateAndApprove': '修改并发布{}',
    'article.updateAndReject': '修改并驳回{}',
    'article.undo': '撤销刚对{}作的操作',
    'article.restore': '把{}恢复到较早的修订',
    'article.recycleRestore': '从回收站恢复{}',
    'article.recyclePurge': '彻底删除{}',
  }),
  ...about('column', {
    'column.save': '新增栏目{}',
    'column.edit': '修改栏目{}',
    'column.del': '删除栏目{}',
    'column.arrange': '调整栏目{}的位置',
    'column.saveRelation': '设置栏目{}的关联栏目',
  }),
  ...about('role', { 'column.roleSave': '设置角色{}可用的栏目' }),
  ...about('hot', { 'hot.add': '新增热词{}', 'hot.edit': '修改热词{}', 'hot.dels': '删除热词{}' }),
  ['auth.login', { says: '登录' }],
  ['auth.loginNoCode', { says: '登录' }],
])

const side = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>
const waits = 1
/** What stands beside the state in the row of a save that changes nothing else. */
const beside = ['status', 'review']

/** A save that hands the article in says so: where it alone was done, and where something was written too. */
function submitting({ call, before, after }: Told): string | null {
  if (side(after).status !== waits || side(before).status === waits) return null
  if (call === 'article.saveAdmin' || call === 'article.saveRole') return '新增并提交{}'
  if (call !== 'article.update') return null
  return Object.keys(side(after)).every((field) => beside.includes(field)) ? '提交{}审核' : '修改并提交{}'
}

/** What a command or the console had written down: marked, for it is the caller's own word. */
function clientWords({ call, after }: Told): string | null {
  const { content } = side(after)
  return call === 'log.systemLogSave' && typeof content === 'string' ? `客户端记录：${content}` : null
}

/** What a call's things are; undefined: it is about none that has a name. */
export const targetOf = (call: string): LogTarget | undefined => sentences[call]?.of

/** The calls whose things are of this kind. */
export const callsAbout = (kind: LogTarget): string[] =>
  Object.keys(sentences).filter((call) => targetOf(call) === kind)

/** Calls that have a sentence of their own. */
export const hasSentence = (call: string): boolean => Object.hasOwn(sentences, call)

/** How many things a sentence names. */
export const namedInSentence = 3

const units: Readonly<Record<LogTarget, string>> = {
  article: '篇文章',
  column: '个栏目',
  hot: '个热词',
  role: '个角色',
}

/** A thing's name as it stands in a sentence. */
export const quoted = (kind: LogTarget, name: string): string => (kind === 'article' ? `《${name}》` : `「${name}」`)

/**
 * What a row of the log tells: 「下架《…》」, 「发布《…》、《…》、《…》等 5 篇文章」.
 * @param says the call's own line, for calls without a sentence
 * @param names of the first things; null where it is not known or not for this reader
 * @param count how many things there were
 */
export function sentenceOf(
  row: Told,
  names: readonly { readonly id: string; readonly name: string | null }[],
  count: number,
): string {
  const sentence = sentences[row.call ?? '']
  if (!sentence?.of) return clientWords(row) ?? sentence?.says ?? row.says ?? ''
  const { of } = sentence
  const says = submitting(row) ?? sentence.says
  if (count === 0) return says.replace('{}', '')
  const things = names.map(({ id, name }) => (name === null ? ` ${id} 号` : quoted(of, name))).join('、')
  const unit = of === 'article' && names[0]?.name === null && count === 1 ? '文章' : ''
  return says.replace('{}', () => `${things}${unit}${count > names.length ? `等 ${count} ${units[of]}` : ''}`)
}
