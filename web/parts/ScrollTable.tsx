import type { ReactNode } from 'react'

interface Props {
  readonly label: string
  readonly className: string
  readonly titles: readonly string[]
  readonly caption?: ReactNode
  /** Its rows. */
  readonly children: ReactNode
}

/** A plain table that is wider than a phone: what scrolls is reached by keys. */
export function ScrollTable({ label, className, titles, caption, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={className} aria-label={label} tabIndex={0}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
