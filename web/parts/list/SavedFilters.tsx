import { DeleteOutlined, StarOutlined } from '@ant-design/icons'
import { Button, Input, Popover } from 'antd'
import { type FormEvent, useState } from 'react'
import { buttons } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { keep, kept } from '../store.ts'
import { withoutPersonal } from './address.ts'

type Values = Readonly<Record<string, string>>
interface Saved {
  readonly name: string
  readonly filters: Values
}
const kind = 'filters'
const most = 20

interface Props {
  /** The list whose filters they are. */
  readonly list: string
  readonly values: Values
  readonly search: (values: Values) => void
}

/** Filters that are used again and again, by a name; kept for this user where the columns are kept too. */
export function SavedFilters({ list, values, search }: Props) {
  const say = useSay()
  const [saved, setSaved] = useState<readonly Saved[]>(() => kept<Saved[]>(kind, list) ?? [])
  const [name, setName] = useState('')
  const [open, setOpen] = useState(false)
  const filters = withoutPersonal(values)
  const narrows = Object.keys(filters).length > 0

  function change(next: readonly Saved[]) {
    if (!keep(kind, list, next)) return say.warning('浏览器的存储空间已满，没有保存')
    setSaved(next)
  }
  function save(event: FormEvent) {
    event.preventDefault()
    // it stands within the form of the filters
    event.stopPropagation()
    const own = name.trim()
    if (own === '') return say.warning('请输入筛选的名称')
    const others = saved.filter((one) => one.name !== own)
    if (others.length >= most) return say.warning(`最多保存 ${most} 个筛选，请先删除不用的`)
    change([...others, { name: own, filters }])
    setName('')
  }

  const content = (
    <div className="saved-filters">
      <ul aria-label="常用筛选">
        {saved.map((one) => (
          <li key={one.name}>
            <Button
              type="link"
              onClick={() => {
                setOpen(false)
                search(one.filters)
              }}
            >
              {one.name}
            </Button>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除筛选「${one.name}」`}
              onClick={() => change(saved.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ul>
      {narrows ? (
        <form onSubmit={save}>
          <Input
            aria-label="筛选的名称"
            placeholder="为当前筛选取个名称"
            maxLength={20}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button htmlType="submit">{buttons.save}</Button>
        </form>
      ) : (
        <p className="muted">查询后可在此保存当前的筛选，以后一点即用。</p>
      )}
    </div>
  )
  return (
    <Popover content={content} trigger="click" placement="bottomLeft" open={open} onOpenChange={setOpen}>
      <Button icon={<StarOutlined aria-hidden />} aria-expanded={open}>
        常用筛选
      </Button>
    </Popover>
  )
}
