import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type ApplyPaper, applyPapers } from '../../../core/contract/apply.ts'
import { answeredStates } from '../../../core/domain/apply-states.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction } from '../../data/calls.ts'
import { download, fileName } from '../../parts/download.ts'
import { api, type Case } from './calls.ts'

/** The papers that a request has so far. */
const has: Readonly<Record<ApplyPaper, (row: Case) => boolean>> = {
  whole: () => true,
  answer: ({ outcome, answer }) => outcome !== null && answer !== null,
  extend: ({ extendDays }) => extendDays !== null,
  clarify: ({ askedAt }) => askedAt !== null,
}

/** What leaves a request as a file, and the reminder to its department, beside other small buttons. */
export function Papers({ row, children }: { readonly row: Case; readonly children: ReactNode }) {
  const { can } = useRights()
  const say = useSay()
  const paper = useAction(api.exportWord)
  const files = useAction(api.download)
  const remind = useAction(api.smsReminder)
  async function save(kind: ApplyPaper) {
    const bytes = await paper.run({ id: row.id, paper: kind }, say.refused)
    if (bytes)
      download(fileName(`${applyPapers[kind]}-${row.id}`, 'docx'), new Blob([bytes as Uint8Array<ArrayBuffer>]))
  }
  const lead = row.depts.find((one) => Number(one.lead) === 1)
  async function take() {
    const bytes = await files.run({ id: row.id }, say.refused)
    const ending = lead?.files.length === 1 ? (lead.files[0]?.name.split('.').at(-1) ?? 'bin') : 'zip'
    if (bytes) download(fileName(`答复附件-${row.id}`, ending), new Blob([bytes as Uint8Array<ArrayBuffer>]))
  }
  return (
    <p className="record-acts no-print">
      {children}
      {can('apply_exportWord') &&
        (Object.keys(applyPapers) as ApplyPaper[])
          .filter((kind) => has[kind](row))
          .map((kind) => (
            <Button key={kind} size="small" loading={paper.busy} onClick={() => void save(kind)}>
              {applyPapers[kind]}（Word）
            </Button>
          ))}
      {answeredStates.includes(Number(row.state)) && (lead?.files.length ?? 0) > 0 && (
        <Button size="small" loading={files.busy} onClick={() => void take()}>
          下载答复附件
        </Button>
      )}
      {can('apply_smsReminder') && Number(row.state) === 2 && row.deptId !== null && (
        <Button
          size="small"
          loading={remind.busy}
          onClick={() =>
            void remind.run({ id: row.id }, (error) => say.refused(error)).then((done) => done && say.success('已催办'))
          }
        >
          短信催办
        </Button>
      )}
    </p>
  )
}
