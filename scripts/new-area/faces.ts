import type { Names } from './names.ts'

const screen = ({
  area,
  Area,
  what,
  path,
  on,
}: Names): string => `import type { Output } from '../../../core/contract/endpoint.ts'
import { ${area}, ${area}Row } from '../../../core/contract/${area}.ts'
${on('child', "import { Link } from 'react-router'")}
import { callsOf } from '../../data/client.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'

const api = callsOf(${area})
const filters = filtersOf(${area}.list, ['name'${on('parent', ", 'deptId'")}${on('state', ", 'state'")}])

const columns: readonly Column<Output<typeof ${area}.get>>[] = [
  { field: 'name', width: 300, sort: true },
  ${on('parent', "{ field: 'deptName', width: 160 },")}
  ${on('state', "{ field: 'state', width: 100 },")}
  ${on('child', "{ field: 'entryCount', width: 100 },")}
  { field: 'updatedAt', sort: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

/** ${what}. */
export default function ${Area}Screen() {
  return (
    <RowScreen
      name="${what}"
      area="${area}"
      calls={api}
      row={${area}Row}
      titleOf={(row) => row.name}
      columns={columns}
      filters={filters}
      shape={${area}.add.input.shape}
      fields={['name'${on('parent', ", 'deptId'")}${on('state', ", 'state'")}]}
      fresh={{${on('state', ' state: 0 ')}}}
      ${on('child', `acts={(row) => <Link to={\`/main/${path}/\${row.id}\`}>条目</Link>}`)}
    />
  )
}
`

const entries = ({ area, Area, what, path }: Names): string => `import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { ${area}, ${area}EntryRow } from '../../../core/contract/${area}.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import '../../parts/toolbar.css'

const api = callsOf(${area})
const calls = { list: api.entries, get: api.entry, add: api.entryAdd, edit: api.entryEdit, dels: api.entryDels }
const rights = { add: '${area}_edit', edit: '${area}_edit', dels: '${area}_edit' } as const

const filters = filtersOf(${area}.entries, ['name'])

const columns: readonly Column<Output<typeof ${area}.entry>>[] = [
  { field: 'name', width: 300, sort: true },
  { field: 'sort', width: 100, sort: true },
  { field: 'updatedAt', sort: true },
]

/** What stands below one. */
export default function ${Area}EntriesScreen() {
  const { id: parentId = '' } = useParams()
  const { data, error, refetch } = useCall('${area}.get', api.get, { id: parentId })
  const within = useMemo(() => ({ of: { parentId }, address: [] }), [parentId])
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  return (
    <>
      <div className="toolbar">
        <b>{data.name}</b>
        <span className="grow" />
        <Link to="/main/${path}">返回${what}</Link>
      </div>
      <RowScreen
        name="条目"
        area="${area}"
        call="${area}.entries"
        rights={rights}
        calls={calls}
        row={${area}EntryRow}
        within={within}
        titleOf={(row) => row.name}
        columns={columns}
        filters={filters}
        shape={${area}.entryAdd.input.shape}
        fields={['name', 'sort']}
        fresh={{ sort: 0 }}
      />
    </>
  )
}
`

/** What a new area is in the console. Its command needs no file: it is made from the contract. */
export const faceFiles = (names: Names): Readonly<Record<string, string>> => {
  const { area, Area, what, path, on } = names
  return {
    [`web/screens/${area}/${Area}Screen.tsx`]: screen(names),
    ...(on('child', 'yes') && { [`web/screens/${area}/${Area}EntriesScreen.tsx`]: entries(names) }),
    [`web/screens/${area}/screens.ts`]: `import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: '${path}', title: '${what}', needs: '${area}_list', load: () => import('./${Area}Screen.tsx') },
  ${on('child', `{ path: '${path}/:id', title: '${what}的条目', needs: '${area}_list', under: '${path}', load: () => import('./${Area}EntriesScreen.tsx') },`)}
]
`,
    [`tests/support/screens/${area}.ts`]: `import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/${path}', '新增${what}']]
`,
  }
}
