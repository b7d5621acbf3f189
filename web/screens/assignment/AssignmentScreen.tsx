import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { assignmentStates, urgencies } from '../../../core/domain/enums.ts'
import { useCall } from '../../data/calls.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import { api, backToList, form, places, type Task } from './calls.ts'
import { DeptReply } from './DeptReply.tsx'
import { TaskActs } from './TaskActs.tsx'
import { marks, TaskState } from './TaskState.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'
import './assignment.css'

const ExplainDialog = lazyPart(() => import('./ExplainDialog.tsx'))

/** Until when, by how many working days, and whether that may still change. */
function deadlineWords({ deadline, limitDays, provisional }: Task): string {
  if (deadline === null) return '不限'
  const counted = limitDays === null ? '' : `（${limitDays} 个工作日）`
  return `${shortTime(deadline).replace(' 23:59', '')}${counted}${provisional ? `；${provisional}` : ''}`
}

const known = (task: Task): readonly Fact[] => [
  ['责任部门', task.deptNames],
  ['办结期限', deadlineWords(task)],
  ['紧急程度', (urgencies as Readonly<Record<string, string>>)[String(task.urgency)] ?? null],
  ['责任人', task.person],
  ['交办', [task.deptName, task.createdName, shortTime(task.createdAt)].filter(Boolean).join(' ')],
  ['办结', [task.closedName, shortTime(task.closedAt)].filter(Boolean).join(' ')],
  ['办结说明', task.remark],
]

/** One task: what is to be done, how far each department is, and what can be done now. */
export default function AssignmentScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { data: task, error, refetch } = useCall('assignment.get', api.get, { id }, { fresh: true })
  const [editing, setEditing] = useState(false)
  const [explaining, setExplaining] = useState(false)
  if (error && !task) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!task) return <Loading />
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{task.title}</h1>
        <TaskState value={task.state} overdue={task.overdue} />
        <span className="grow" />
        <TaskActs task={task} edit={() => setEditing(true)} gone={() => void navigate(places.list)} />
        <Link className="no-print" to={places.list}>
          返回列表
        </Link>
      </div>
      <div className="panel">
        <FactList facts={known(task)} />
        {task.limitDays !== null && (
          <Button className="no-print" size="small" onClick={() => setExplaining(true)}>
            逐日说明期限
          </Button>
        )}
        <h2>任务内容</h2>
        <p className="written">{task.content}</p>
        <FileList label="任务附件" files={task.files} />
      </div>
      <h2 className="task-replies">
        办理情况 <small className="muted">{`${task.replied} / ${task.depts.length} 个部门已回复`}</small>
      </h2>
      {task.depts.map((asked) => (
        <DeptReply key={asked.deptId} task={task} asked={asked} />
      ))}
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList call="assignment.history" from={api.history} id={id} words={assignmentStates} marks={marks} />
      </section>
      {explaining && <ExplainDialog id={task.id} close={() => setExplaining(false)} />}
      {editing && <RowDialog {...form} calls={api} row={task} close={() => setEditing(false)} />}
    </article>
  )
}
