import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { activeKeys, type Key, onKeyHelp, useKeys } from './keys.ts'
import './key-help.css'

const nameOf = (key: string) => (key === ' ' ? '空格' : key.length === 1 ? key.toUpperCase() : key)
const pressed = ({ press: [key = ''], ctrl, shift }: Key) =>
  [ctrl && 'Ctrl', (shift || key === 'R') && 'Shift', nameOf(key)].filter(Boolean).join(' ')

/** The overlay that `?` opens: the keys that do something here. */
export function KeyHelp() {
  const [open, setOpen] = useState(false)
  useKeys({ help: () => setOpen(true) })
  useEffect(() => onKeyHelp(() => setOpen(true)), [])
  return (
    <Modal title="快捷键" open={open} onCancel={() => setOpen(false)} footer={null} width={420} destroyOnHidden>
      <dl className="key-help">
        {open &&
          activeKeys().map(([name, key]) => (
            <div key={name}>
              <dt>
                <kbd>{pressed(key)}</kbd>
              </dt>
              <dd>{key.says}</dd>
            </div>
          ))}
      </dl>
    </Modal>
  )
}
