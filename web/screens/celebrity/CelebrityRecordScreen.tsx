import { Button } from 'antd'
import { celebrity } from '../../../core/contract/celebrity.ts'
import { celebrityFields, celebrityFlow } from '../../../core/domain/celebrity-states.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction } from '../../data/calls.ts'
import { download, fileName } from '../../parts/download.ts'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { KindRecord } from '../../parts/states/KindRecord.tsx'
import { api, backToList, type Celebrity, fields, hints, kind } from './calls.ts'

/** The form on which an entry is registered, for Word. */
function Paper({ row }: { readonly row: Celebrity }) {
  const say = useSay()
  const paper = useAction(api.exportWord)
  async function save() {
    const bytes = await paper.run({ id: row.id }, say.refused)
    if (bytes) download(fileName(`名人登记表-${row.id}`, 'docx'), new Blob([bytes as Uint8Array<ArrayBuffer>]))
  }
  return (
    <p className="no-print">
      <Button size="small" loading={paper.busy} onClick={() => void save()}>
        导出登记表（Word）
      </Button>
    </p>
  )
}

/** One person. */
export default function CelebrityRecordScreen() {
  return (
    <KindRecord
      flow={celebrityFlow}
      kind={kind}
      calls={api}
      texts={{ states: celebrityFlow, read: api.revision, restore: api.restore }}
      back={backToList}
      facts={(row: Celebrity) => [
        ['字号、别名', row.otherName],
        ['生卒年', row.years],
        ['籍贯', row.nativePlace],
        ['领域', celebrityFields[Number(row.field) as keyof typeof celebrityFields]],
        ['理由', row.reason],
      ]}
      above={(row) => <Paper row={row} />}
      written={(row) => [
        ['简介', row.summary],
        ['生平', row.content],
      ]}
      act={{
        label: '编辑',
        right: 'celebrity_edit',
        dialog: (row, close) => (
          <RowDialog
            name="名人"
            area="celebrity"
            calls={api}
            shape={celebrity.add.input.shape}
            fields={fields}
            hints={hints}
            fresh={{}}
            live={Number(row.status) === 1 ? () => notices.live : null}
            row={row}
            close={close}
          />
        ),
      }}
    />
  )
}
