import { deptRow } from '../../../core/contract/dept.ts'
import { dept as table } from '../../db/tables/people.ts'
import { rowsOf } from '../../rows/rows-of.ts'

/** Departments as replies show them, and what the log keeps of them. */
export const rows = rowsOf(table, {
  reply: deptRow,
  logged: [
    'name',
    'parentId',
    'no',
    'phone',
    'deptType',
    'type',
    'isCount',
    'target',
    'state',
    'sort',
    'dingId',
    'desc',
  ],
  order: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
})
