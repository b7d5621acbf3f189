import { Dropdown } from 'antd'
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'

/** A button of a row, or a link. */
type Act = ReactElement<{
  children: ReactNode
  'aria-label'?: string
  onClick?: () => void
  to?: string
}>

const shownMost = 3

/** Unless what was done has taken the focus: a dialog. */
function refocusFrom(button: HTMLButtonElement | null): void {
  const at = document.activeElement
  if (at === document.body || at?.closest('.ant-dropdown')) button?.focus()
}

/** What stands in fragments stands beside the rest. */
const flat = (children: ReactNode): Act[] =>
  Children.toArray(children).flatMap((child) => {
    if (!isValidElement(child)) return []
    return child.type === Fragment ? flat((child.props as { children?: ReactNode }).children) : [child as Act]
  })

/** What can be done with a row: buttons and links beside each other; of more than three all but two stand in a menu. */
export function RowActs({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const all = flat(children)
  const shown = all.length > shownMost ? all.slice(0, shownMost - 1) : all
  const more = all.slice(shown.length)
  return (
    <span className="row-actions">
      {shown}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          autoFocus
          menu={{
            items: more.map(({ props }, i) => ({
              key: String(i),
              label: props.children,
              onClick: () => (props.to === undefined ? props.onClick?.() : void navigate(props.to)),
            })),
          }}
          // antd leaves the focus in the menu that it hides; the Enter of now would press the button, and open it again
          onOpenChange={(open) => open || setTimeout(() => refocusFrom(button.current))}
        >
          <button ref={button} type="button" aria-label={`更多 ${name}`} aria-haspopup="menu">
            更多
          </button>
        </Dropdown>
      )}
    </span>
  )
}
