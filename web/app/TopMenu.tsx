import { Dropdown, type MenuProps } from 'antd'
import { type ReactNode, useRef } from 'react'

interface Props {
  readonly items: NonNullable<MenuProps['items']>
  readonly label: string
  readonly children: ReactNode
}

/** A button of the top bar with a menu below it. */
export function TopMenu({ items, label, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dropdown
      menu={{ items }}
      trigger={['click']}
      autoFocus
      // antd leaves the focus in the menu that it hides
      onOpenChange={(open) => open || button.current?.focus()}
    >
      <button ref={button} type="button" className="top-button" aria-label={label} aria-haspopup="menu">
        {children}
      </button>
    </Dropdown>
  )
}
