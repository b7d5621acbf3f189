import { Select } from 'antd'
import { dict } from '../../../core/contract/dict.ts'
import { useCall } from '../../data/calls.ts'
import MergeDialog from '../../parts/MergeDialog.tsx'
import { api, type Entry, type Group } from './calls.ts'

interface Props {
  readonly row: Entry
  readonly group: Group
  readonly close: () => void
}

/** Takes an entry up into another one of its dictionary. */
export default function MergeEntry({ row, group, close }: Props) {
  const { data } = useCall('dict.viewGroup', api.viewGroup, { val: group.dictKey ?? '' })
  const options = (data?.entries ?? [])
    .filter(({ id, state }) => id !== row.id && state === 1)
    .map(({ id, name, key }) => ({ value: id, label: `${name}（${key}）` }))
  const picker = (
    <Select showSearch={{ optionFilterProp: 'label' }} aria-label="并入到" placeholder="请选择" options={options} />
  )
  return (
    <MergeDialog
      {...{ area: 'dict', e: dict.merge, call: api.merge, says: '条目', id: row.id, name: row.name }}
      {...{ picker, close, done: close }}
    />
  )
}
