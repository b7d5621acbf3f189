import type { Names } from './names.ts'

/** What a new area is in the console. Its command needs no file: it is made from the contract. */
export const faceFiles = ({ area, Area, what }: Names): Readonly<Record<string, string>> => ({
  [`web/screens/${area}/${Area}Screen.tsx`]: `import type { Output } from '../../../core/contract/endpoint.ts'
import { ${area}, ${area}Row } from '../../../core/contract/${area}.ts'
import { callsOf } from '../../data/client.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'

const api = callsOf(${area})

const columns: readonly Column<Output<typeof ${area}.get>>[] = [
  { field: 'name', width: 300, sort: true },
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
      filters={[{ kind: 'text', field: 'name', label: '名称' }]}
      shape={${area}.add.input.shape}
      fields={['name']}
      fresh={{}}
    />
  )
}
`,
})
