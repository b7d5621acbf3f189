import { Alert } from 'antd'
import { Link } from 'react-router'
import { forumFlow, forumTypes } from '../../../core/domain/forum-states.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { Sender } from '../../parts/Sender.tsx'
import { KindRecord } from '../../parts/states/KindRecord.tsx'
import { api, backToList, type Forum, kind, places } from './calls.ts'
import { Official } from './Official.tsx'

const typeOf = ({ type }: Forum) => forumTypes[Number(type) as keyof typeof forumTypes]

/** Who wrote it, and where it stands. */
const About = ({ row }: { readonly row: Forum }) => (
  <Sender
    row={row}
    right="forum_reveal"
    reveal={api.reveal}
    shows={row.name || row.phone ? '姓名和手机号' : null}
    facts={(whole) => [
      ['类型', typeOf(row)],
      ['版块', `${row.plateTitle ?? ''}${Number(row.plateDeleted) === 1 ? '（已删除）' : ''}`],
      ['所属话题', row.topicTitle],
      ['发帖人', whole?.name ?? row.name ?? row.shownName],
      ['手机号', whole?.phone ?? row.phone],
      ['发帖时间', shortTime(row.createdAt)],
      ['理由', row.reason],
    ]}
  >
    {row.topicId && (
      <p className="no-print">
        <Link to={places.one(row.topicId)}>打开所属话题</Link>
      </p>
    )}
  </Sender>
)

/** One post. */
export default function ForumRecordScreen() {
  return (
    <KindRecord
      flow={forumFlow}
      kind={kind}
      calls={api}
      back={backToList}
      above={(row: Forum) => row.found && <Alert type="warning" showIcon title={row.found} />}
      facts={(row) => <About row={row} />}
      written={(row) => [['内容', row.content]]}
      act={{
        label: '以单位名义跟帖',
        right: 'forum_add',
        fits: (row) => Number(row.status) === 1 && Number(row.plateDeleted) === 0,
        dialog: (row, close) => <Official to={row} close={close} />,
      }}
    />
  )
}
