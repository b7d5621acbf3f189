import type { Names } from './names.ts'

/** Whether a row has a page of its own. */
const opens = ({ on }: Names) => on('state', 'yes') !== '' || on('child', 'yes') !== ''

/** What the screens of an area share. */
const calls = (names: Names): string => {
  const { area, Area, what, path, on } = names
  return `import { ${area} } from '../../../core/contract/${area}.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
${on('state', `import { ${area}Flow } from '../../../core/domain/${area}-states.ts'\n`)}import { callsOf } from '../../data/client.ts'
${on('state', "import { kindOf } from '../../parts/states/kind.ts'\n")}
export const api = callsOf(${area})
export type ${Area} = Output<typeof ${area}.get>
${
  opens(names)
    ? `
export const places = {
  list: '/main/${path}',
  ${on('state', `bin: '/main/${path}/bin',`)}
  one: (id: string) => \`/main/${path}/\${id}\`,
}
export const backToList = { to: places.list, label: '返回${what}', why: '它可能已被删除。' }
`
    : ''
}${on('state', `\nexport const { states, moves, takeBack, actOf, useActs } = kindOf(${area}Flow, api${on('public', ", { online: ['publish'] }")})\n`)}`
}

const list = (names: Names): string => {
  const { area, Area, what, on } = names
  const shared = opens(names)
    ? [
        on('state', 'actOf'),
        'api',
        `type ${Area}`,
        on('state', 'moves'),
        'places',
        on('state', 'states'),
        on('state', 'takeBack'),
        on('state', 'useActs'),
      ]
    : ['api', `type ${Area}`]
  return `import { ${area}, ${area}Row } from '../../../core/contract/${area}.ts'
${on('state', `import { type ${Area}Move, type ${Area}State, ${area}Flow } from '../../../core/domain/${area}-states.ts'\n`)}${opens(names) ? `import { Link${on('state', ', useNavigate')} } from 'react-router'\n` : ''}${on('state', "import { useRights } from '../../app/rights.ts'\n")}import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
${on(
  'state',
  `import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
`,
)}import { ${shared.filter(Boolean).join(', ')} } from './calls.ts'

const filters = filtersOf(${area}.list, ['title'${on('parent', ", 'deptId'")}])

const columns: readonly Column<${Area}>[] = [
  { field: 'title', width: 300, ${opens(names) ? 'show: (row) => <Link to={places.one(row.id)}>{row.title}</Link>' : 'sort: true'} },
  ${on('state', "{ field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },")}
  ${on('parent', "{ field: 'deptName', width: 160 },")}
  ${on('child', "{ field: 'entryCount', width: 100 },")}
  { field: 'updatedAt', sort: true },
  { field: 'createdAt', sort: true, hidden: true },
  ${on('state', "{ field: 'reason', hidden: true },")}
  { field: 'id', width: 80, hidden: true },
]
${on('state', `const inOrder = [0, 1] as const\nconst bulk = bulkMoves<${Area}, ${Area}State, ${Area}Move>(${area}Flow, { calls: moves })\n`)}
/** ${what}. */
export default function ${Area}Screen() {
${on('state', '  const navigate = useNavigate()\n  const { can } = useRights()\n  const acts = useActs()\n')}  return (
    <RowScreen
      name="${what}"
      area="${area}"
      calls={api}
      row={${area}Row}
      titleOf={(row) => row.title}
      columns={columns}
      filters={filters}
      shape={${area}.add.input.shape}
      fields={['title'${on('parent', ", 'deptId'")}]}
      fresh={{}}
      live={null}
      ${on(
        'state',
        `tabs={
        <>
          <KindTabs
            call="${area}.counts"
            from={api.counts}
            words={states.words}
            order={inOrder}
            more={
              can('${area}_dels') && (
                <li>
                  <Link to={places.bin}>回收站</Link>
                </li>
              )
            }
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(states.words)}
      moves={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}`,
      )}
    />
  )
}
`
}

const bin = ({ area, Area }: Names): string => `import { ${area} } from '../../../core/contract/${area}.ts'
import { KindBin } from '../../parts/states/KindBin.tsx'
import { api, backToList, states } from './calls.ts'

const row = ${area}.binList.output.shape.list.element
const more = [] as const

/** Those that were deleted: back, or gone for good. */
export default function ${Area}BinScreen() {
  return <KindBin area="${area}" calls={api} row={row} states={states} more={more} back={backToList} />
}
`

/** The rows below a record: what stands before its screen's function, and what in it. */
const entries = ({ area }: Names) => ({
  imports: `import { useMemo } from 'react'
import type { Output } from '../../../core/contract/endpoint.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
`,
  before: `
const calls = { list: api.entries, get: api.entry, add: api.entryAdd, edit: api.entryEdit, dels: api.entryDels }
const rights = { add: '${area}_edit', edit: '${area}_edit', dels: '${area}_edit' } as const
const filters = filtersOf(${area}.entries, ['name'])
const columns: readonly Column<Output<typeof ${area}.entry>>[] = [
  { field: 'name', width: 300, sort: true },
  { field: 'sort', width: 100, sort: true },
  { field: 'updatedAt', sort: true },
]
const address = [] as const
`,
  list: `
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
        live={null}
      />`,
})

const record = (names: Names): string => {
  const { area, Area, what, on } = names
  const below = entries(names)
  const shared = [
    on('state', 'actOf'),
    'api',
    'backToList',
    on('state', 'moves'),
    'places',
    on('state', 'states'),
    on('state', 'takeBack'),
    on('state', 'useActs'),
  ]
  return `${on('child', below.imports)}import { Link, ${on('state', 'useNavigate, ')}useParams } from 'react-router'
${on('child', `import { ${area}, ${area}EntryRow } from '../../../core/contract/${area}.ts'\n`)}${on('state', `import { type ${Area}Move, type ${Area}State, ${area}Flow } from '../../../core/domain/${area}-states.ts'\n`)}import { useCall } from '../../data/calls.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
${on(
  'state',
  `import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
`,
)}import { ${shared.filter(Boolean).join(', ')} } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'
${on('child', below.before)}
/** One of ${what}${on('state', ', what can be done now, and what was done')}${on('child', ', and what stands below it')}. */
export default function ${Area}RecordScreen() {
  const { id = '' } = useParams()
  ${on('state', 'const navigate = useNavigate()\n  const acts = useActs()')}
  const { data: row, error, refetch } = useCall('${area}.get', api.get, { id }, { fresh: true })
  ${on('child', 'const within = useMemo(() => ({ of: { parentId: id }, address }), [id])')}
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  ${on(
    'state',
    `const done = (move: ${Area}Move) => {
    acts.add(move === 'delete' ? null : actOf([row], ${area}Flow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }`,
  )}
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        ${on('state', '<StateMark {...states} value={row.status} />')}
        <span className="grow" />
        ${on(
          'state',
          `<span className="record-acts no-print">
          <RecordMoves<${Area}State, ${Area}Move> states={${area}Flow} row={row} calls={moves} done={done} />
        </span>`,
        )}
        <Link className="no-print" to={places.list}>
          返回${what}
        </Link>
      </div>
      ${on('state', '<LastAct acts={acts} undo={takeBack} now={[row]} />')}${on('child', below.list)}
      ${on(
        'state',
        `<section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call="${area}.history"
          from={api.history}
          id={id}
          {...states}
          texts={{ states: ${area}Flow, read: api.revision, restore: api.restore, status: row.status }}
        />
      </section>`,
      )}
    </article>
  )
}
`
}

/** What a new area is in the console. Its command and its queue in the terminal need no file: they are made from the contract. */
export const faceFiles = (names: Names): Readonly<Record<string, string>> => {
  const { area, Area, what, path, on } = names
  const folder = `web/screens/${area}`
  const under = `needs: '${area}_list', under: '${path}'`
  return {
    [`${folder}/calls.ts`]: calls(names),
    [`${folder}/${Area}Screen.tsx`]: list(names),
    ...(opens(names) && { [`${folder}/${Area}RecordScreen.tsx`]: record(names) }),
    ...(on('state', 'yes') && { [`${folder}/${Area}BinScreen.tsx`]: bin(names) }),
    [`${folder}/screens.ts`]: `import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: '${path}', title: '${what}', needs: '${area}_list', ${on('state', `waits: '${area}', `)}load: () => import('./${Area}Screen.tsx') },
  ${on('state', `{ path: '${path}/bin', title: '回收站', needs: '${area}_dels', under: '${path}', load: () => import('./${Area}BinScreen.tsx') },`)}
  ${opens(names) ? `{ path: '${path}/:id', title: '${what}', ${under}, shows: '${area}', load: () => import('./${Area}RecordScreen.tsx') },` : ''}
]
`,
    [`tests/support/screens/${area}.ts`]: `import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [['/main/${path}', '新增${what}'], ${on('state', `['/main/${path}/bin', '返回${what}']`)}]
`,
  }
}
