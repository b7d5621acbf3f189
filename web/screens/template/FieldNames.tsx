import { Input } from 'antd'
import { useMemo, useState } from 'react'
import type { Field } from '../../parts/code/complete.ts'

/** A field as it is written into a template: a list as its loop. */
function written({ name, kind }: Field): string {
  if (kind !== '列表') return `{{ ${name} }}`
  return `{% for item in ${name} %}\n  {{ item }}\n{% endfor %}`
}

interface Props {
  readonly fields: readonly Field[] | undefined
  readonly insert: (text: string) => void
}

/** What the template may use, to be looked through and put in where the cursor stands. */
export function FieldNames({ fields, insert }: Props) {
  const [typed, setTyped] = useState('')
  const shown = useMemo(() => {
    const word = typed.trim().toLowerCase()
    return (fields ?? []).filter(({ name, says }) => `${name} ${says ?? ''}`.toLowerCase().includes(word))
  }, [fields, typed])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="panel template-fields" aria-label="可以使用的字段" tabIndex={0}>
      <h2>可以使用的字段</h2>
      <Input
        size="small"
        allowClear
        aria-label="查找字段"
        placeholder="查找字段，如：标题"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {fields === undefined ? (
        <p className="muted">正在从网站的网页中收集……</p>
      ) : shown.length === 0 ? (
        <p className="muted">{fields.length === 0 ? '网站现在没有用到这个模板的网页。' : '没有这样的字段。'}</p>
      ) : (
        <ul className="field-names">
          {shown.map((one) => (
            <li key={one.name}>
              <button type="button" disabled={one.name.includes('[')} onClick={() => insert(written(one))}>
                <code>{one.name}</code> {one.says}
                <small className="muted">
                  {' '}
                  {[one.kind, one.sample && `例：${one.sample}`].filter(Boolean).join('，')}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
