import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { buttons } from '../../../core/text.ts'
import type { Columns } from './useColumns.ts'

/** Which columns are shown and in which order; kept for this user. */
export function ColumnSettings<R>({ columns, label }: { columns: Columns<R>; label: string | null }) {
  const content = (
    <div className="column-settings">
      {columns.all.map(({ field, sheet: { title } }, i) => (
        <div key={field}>
          <Checkbox checked={!columns.isHidden(field)} onChange={() => columns.toggle(field)}>
            {title}
          </Checkbox>
          <span className="grow" />
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined aria-hidden />}
            aria-label={`${title}上移`}
            disabled={i === 0}
            onClick={() => columns.move(field, -1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined aria-hidden />}
            aria-label={`${title}下移`}
            disabled={i === columns.all.length - 1}
            onClick={() => columns.move(field, 1)}
          />
        </div>
      ))}
      <Button type="link" size="small" onClick={columns.reset}>
        {buttons.reset}
      </Button>
    </div>
  )
  return (
    <Popover content={content} trigger="click" placement="bottomRight">
      <Button icon={<SettingOutlined aria-hidden />} aria-label="列设置" title="列设置">
        {label}
      </Button>
    </Popover>
  )
}
