import { useParams } from 'react-router'
import { periodicalFlow } from '../../../core/domain/periodical-states.ts'
import { ActivityRecord } from '../../parts/published/ActivityRecord.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import { api, backToList, form, type Issue, kind, places } from './calls.ts'
import { Pages } from './Pages.tsx'

/** One issue with its pages. */
export default function PeriodicalScreen() {
  const { id = '' } = useParams()
  return (
    <ActivityRecord<Issue>
      id={id}
      flow={periodicalFlow}
      calls={api as never}
      kind={kind}
      form={form as never}
      places={places}
      back={backToList}
      isEmpty={({ articleCount, files }) => !articleCount && files.length === 0}
      facts={(row) => [
        ['出版日期', row.publishedOn?.slice(0, 10)],
        ['期号', row.number === null ? null : String(row.number)],
        ['版面', `${row.pageCount ?? 0} 个，共 ${row.articleCount ?? 0} 篇`],
        ['简介', row.summary],
      ]}
      more={({ cover, files }) => (
        <>
          {cover && <img src={cover} alt="封面" style={{ maxWidth: 160 }} />}
          <FileList label="整期文件" files={files} />
        </>
      )}
    >
      {(row) => (
        <section className="panel" aria-label="版面">
          <h2>版面</h2>
          <Pages key={row.id} issue={row} />
        </section>
      )}
    </ActivityRecord>
  )
}
