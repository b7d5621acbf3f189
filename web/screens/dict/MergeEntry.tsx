import { Select } from 'antd'
import { useState } from 'react'
import { dict } from '../../../core/contract/dict.ts'
import { useCall } from '../../data/calls.ts'
import MergeDialog from '../../parts/MergeDialog.tsx'
import { api, type Entry, type Group } from './calls.ts'

const shownMost = 100

interface Props {
  readonly row: Entry
  readonly group: Group
  readonly close: () => void
}

/** Takes an entry up into another one of its dictionary. */
export default function MergeEntry({ row, group, close }: Props) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  // there may be thousands of them: those that are called so
  const { data } = useCall('dict.sub', api.sub, {
    parentId: group.id,
    state: 1,
    pageSize: shownMost,
    ...(name && { name }),
  })
  const options = (data?.list ?? [])
    .filter(({ id }) => id !== row.id)
    .map(({ id, name, key }) => ({ value: id, label: `${name}（${key}）` }))
  const picker = (
    <Select
      showSearch={{ filterOption: false, onSearch: setTyped }}
      aria-label="并入到"
      placeholder="请选择，可输入名称查找"
      options={options}
    />
  )
  return (
    <MergeDialog
      {...{ area: 'dict', e: dict.merge, call: api.merge, says: '条目', id: row.id, name: row.name }}
      {...{ picker, close, done: close }}
    />
  )
}
