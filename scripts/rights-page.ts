import { areas, eachEndpoint, wholeContract } from '../core/contract/areas.ts'
import { type Area, accessWords } from '../core/contract/endpoint.ts'
import { dataScopes } from '../core/domain/enums.ts'
import { adminRole } from '../server/access/rights.ts'
import { keysOf, pairsOf, roles } from '../server/access/shipped.ts'

/** Who may do what: the keys of each area, by what they let people do, and the roles that xzx ships. */

const has = '✓'
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].map((one) => one.replaceAll('| --- ', '|---'))

/** What somebody may do without any key, by kind of caller: 「公开：登录…」. */
function withoutKey(calls: Area): string[] {
  const kinds = ['public', 'visitor', 'partner', 'session', 'login'] as const
  return kinds.flatMap((kind) => {
    const says = Object.values(calls).flatMap((e) => (e.access === kind ? [e.says] : []))
    return says.length > 0 ? [`- ${accessWords[kind]}：${says.join('；')}`] : []
  })
}

/** The lines of the page. @param made how it came to be */
export async function rightsPage(made: string): Promise<string[]> {
  const contract: Readonly<Record<string, Area>> = await wholeContract()
  const keys = keysOf(contract)
  const held = new Set(pairsOf(contract).map(({ role, key }) => `${role} ${key}`))
  const sharing = Map.groupBy(
    [...eachEndpoint(contract)].flatMap(([area, call, { access }]) =>
      typeof access === 'object' ? [{ key: access.like, call: `${area}.${call}` }] : [],
    ),
    ({ key }) => key,
  )
  const names = roles.map(({ name }) => name)
  const marks = (key: string) =>
    roles.map(({ alias }) => (alias === adminRole || held.has(`${alias} ${key}`) ? has : ''))
  return [
    ...['# 谁可以做什么', '', made, ''],
    '这里是系统自带角色新建时的样子；各单位可以自行增减，现状见「系统设置 › 角色」或 `xzx role keys 角色`。某人为什么能（不能）做某事，用 `xzx whoami --why 权限` 查。',
    ...['', '## 角色', ''],
    ...table(
      ['角色', '标识', '数据范围', '栏目', '做什么'],
      roles.map((role) => [
        ...[role.name, `\`${role.alias}\``, dataScopes[role.dataScope]],
        ...[role.allColumns ? '全部' : '授权的', role.description],
      ]),
    ),
    '公众会话、互通令牌不带任何权限；`appKey` 只决定菜单和登录页，不带权限。',
    '',
    ...Object.entries(areas).flatMap(([area, { says }]) => {
      const own = keys.filter((one) => one.area === area)
      const free = withoutKey(contract[area] as Area)
      return [
        ...[`## ${says}（${area}）`, ''],
        ...(own.length > 0
          ? table(
              ['权限', '键', ...names, '同一权限的其他接口'],
              own.map(({ key, says: right }) => [
                ...[right, `\`${key}\``, ...marks(key)],
                (sharing.get(key) ?? []).map(({ call }) => `\`${call}\``).join(' '),
              ]),
            )
          : []),
        ...(free.length > 0 ? ['不用授权：', '', ...free, ''] : []),
      ]
    }),
  ]
}
