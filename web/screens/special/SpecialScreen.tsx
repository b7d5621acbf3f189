import { useParams } from 'react-router'
import { type SpecialModel, specialFlow, specialModels } from '../../../core/domain/special-states.ts'
import { ActivityRecord } from '../../parts/published/ActivityRecord.tsx'
import { api, backToList, form, kind, places, type Topic } from './calls.ts'
import { Relations } from './Relations.tsx'

/** One special topic with the articles that it gathers. */
export default function SpecialScreen() {
  const { id = '' } = useParams()
  return (
    <ActivityRecord<Topic>
      id={id}
      flow={specialFlow}
      calls={api as never}
      kind={kind}
      form={form as never}
      places={places}
      back={backToList}
      isEmpty={({ relationCount }) => !relationCount}
      facts={(row) => [
        ['模块', row.model ? specialModels[row.model as SpecialModel] : null],
        ['篇数', String(row.relationCount ?? 0)],
        ['排序', String(row.sort ?? 0)],
        ['简介', row.summary],
      ]}
      more={({ cover }) => cover && <img src={cover} alt="封面" style={{ maxWidth: 240 }} />}
    >
      {(row) => (
        <section className="panel" aria-label="文章">
          <h2>文章</h2>
          <Relations key={row.id} topic={row} />
        </section>
      )}
    </ActivityRecord>
  )
}
