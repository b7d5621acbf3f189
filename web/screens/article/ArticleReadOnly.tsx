import { Link } from 'react-router'
import { FileList } from '../../parts/upload/FileList.tsx'
import { ReportedAs } from '../report/ReportedAs.tsx'
import { VoiceButton } from '../voice/VoiceButton.tsx'
import { ArticlePreview } from './ArticlePreview.tsx'
import { type Article, places } from './calls.ts'
import { RelevantButton } from './RelevantButton.tsx'
import { FullStatus } from './Status.tsx'
import { TakeDown } from './TakeDown.tsx'
import { TopButton } from './TopButton.tsx'
import { ValidityButton } from './ValidityButton.tsx'

/** An article for those who may read but not change it. */
export function ArticleReadOnly({ row }: { row: Article }) {
  return (
    <div className="panel">
      <p className="form-head">
        <FullStatus row={row} />
        <b>{row.title}</b>
        <span className="muted">
          {row.columnName} · {row.deptName} · {row.createdByName}
        </span>
        <span className="grow" />
        <TakeDown row={row} />
        <TopButton row={row} />
        <ReportedAs articleId={row.articleId} />
        <ValidityButton row={row} />
        <RelevantButton row={row} />
        <VoiceButton articleId={row.articleId} title={row.title} online={Number(row.status) === 2} />
        <Link to={places.history(row.articleId)}>修订历史</Link>
      </p>
      <FileList label="附件" files={row.files} />
      <div className="tall">
        <ArticlePreview articleId={row.articleId} title={row.title} />
      </div>
    </div>
  )
}
