import { industrialProject } from '../../../core/contract/industrialProject.ts'
import { projectFlow, projectIndustries } from '../../../core/domain/industrialProject-states.ts'
import { notices } from '../../../core/text.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { Sender } from '../../parts/Sender.tsx'
import { KindRecord } from '../../parts/states/KindRecord.tsx'
import { api, backToList, fields, hints, type IndustrialProject, kind } from './calls.ts'

const calls = { ...api, add: api.update, edit: api.update }
/** Who handed it in, and what it comes to. */
const About = ({ row }: { readonly row: IndustrialProject }) => (
  <Sender
    row={row}
    right="industrialProject_reveal"
    reveal={api.reveal}
    shows={row.name || row.phone ? '姓名和手机号' : null}
    facts={(whole) => [
      ['申报单位', row.company],
      ['行业', projectIndustries[Number(row.industry) as keyof typeof projectIndustries]],
      ['建设地点', row.place],
      ['投资额', row.moneyWords],
      ['联系人', whole?.name ?? row.name],
      ['手机号', whole?.phone ?? row.phone],
      ['申报时间', shortTime(row.createdAt)],
      ['理由', row.reason],
    ]}
  />
)

/** One project. */
export default function IndustrialProjectRecordScreen() {
  return (
    <KindRecord
      flow={projectFlow}
      kind={kind}
      calls={api}
      texts={{ states: projectFlow, read: api.revision, restore: api.restore }}
      back={backToList}
      facts={(row: IndustrialProject) => <About row={row} />}
      written={(row) => [['项目说明', row.content]]}
      act={{
        label: '编辑',
        right: 'industrialProject_update',
        dialog: (row, close) => (
          <RowDialog
            name="工业项目"
            area="industrialProject"
            calls={calls}
            shape={industrialProject.update.input.shape}
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
