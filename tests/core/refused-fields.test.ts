import { expect, test } from 'vitest'
import { column } from '../../core/contract/column.ts'
import { hot } from '../../core/contract/hot.ts'
import { refusedFields } from '../../core/refused-fields.ts'

test('a refusal names its fields as they stand in the call, where all that it says is about fields', () => {
  expect(refusedFields(hot.add, '名称（name）：已存在')).toEqual([{ field: 'name', says: '已存在' }])
  expect(refusedFields(hot.add, '名称（name）：太长；请缩短；排序（sort）：应为数字')).toEqual([
    { field: 'name', says: '太长；请缩短' },
    { field: 'sort', says: '应为数字' },
  ])
  expect(refusedFields(hot.add, '发文字号（文号）（modelFields.wh）：必填')).toEqual([
    { field: 'modelFields.wh', says: '必填' },
  ])
  const [own = '', wire = ''] = Object.entries((column.save as { wire?: Record<string, string> }).wire ?? {})[0] ?? []
  if (own) expect(refusedFields(column.save, `某项（${wire}）：无效`)[0]?.field).toBe(own)
})

test('what is about more than fields is no field of a form', () => {
  for (const says of ['服务器异常', '本栏目已有 5 篇置顶，请先取消其中一篇', '没有权限；名称（name）：已存在', ''])
    expect(refusedFields(hot.add, says)).toEqual([])
})
