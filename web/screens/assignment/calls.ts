import { assignment } from '../../../core/contract/assignment.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(assignment)

/** A task as lists show it, and with its departments and their replies. */
export type Brief = Output<typeof assignment.list>['list'][number]
export type Task = Output<typeof assignment.get>
export type Asked = Task['depts'][number]

export const closed = 2

export const places = {
  list: '/main/home/assigned',
  task: (id: string) => `/main/home/assigned/${id}`,
}
export const backToList = {
  to: places.list,
  label: '返回交办任务',
  why: '任务可能已被删除，或者没有交给您的部门。',
}

/** What people write of a task, for the form that adds or edits one. */
export const form = {
  name: '交办任务',
  area: 'assignment',
  shape: assignment.add.input.shape,
  fields: ['title', 'content', 'files', 'deptIds', 'deadline', 'limitDays', 'urgency', 'person'],
  hints: {
    deadline: '到当天结束为止；不填则不计逾期',
    limitDays: '不选日期而按工作日计时填写，交办当日不计；只填其中一个',
    person: '督办或联系的人，可以不填',
  },
  fresh: { urgency: 0 },
  live: () => '保存后责任部门随即看到这件任务，是否保存？',
} as const
