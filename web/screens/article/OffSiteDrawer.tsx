import { Button, Drawer } from 'antd'
import { type TraceKind, traceKinds } from '../../../core/domain/traces.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { number } from '../../parts/list/cells.tsx'
import { OffSiteMark } from './OffSiteMark.tsx'
import type { Check } from './OffSiteScreen.tsx'
import '../../parts/dialog.css'
import './article.css'

interface Props {
  readonly check: Check
  readonly busy: boolean
  /** Looks again; none: who has it open may not. */
  readonly again: (() => void) | undefined
  readonly close: () => void
}

/** What was looked at for an article that left the site, place by place, and what still stands there. */
export default function OffSiteDrawer({ check, busy, again, close }: Props) {
  useFocusBack()
  return (
    <Drawer
      open
      title={`《${check.title}》下线核实`}
      size="min(640px, 100vw)"
      onClose={close}
      footer={
        <div className="dialog-ways">
          <Button onClick={close}>关闭</Button>
          {again && (
            <Button type="primary" loading={busy} onClick={again}>
              重新核实
            </Button>
          )}
        </div>
      }
    >
      <p>
        <OffSiteMark state={check.state} />{' '}
        {check.says?.replace(/^还有残留：/, '') ?? '网页更新后核实，一般不超过十分钟'}
      </p>
      <p className="muted">
        {check.offAt} 下线{check.at && `，${check.at} 由${check.byName ?? '系统'}核实`}
      </p>
      <ul className="traces">
        {check.looked.map((place) => {
          const kind = place.kind as TraceKind
          const links = kind === 'links'
          const tone = place.fault ? 'wait' : Number(place.count) > 0 ? (links ? 'rest' : 'bad') : 'good'
          const count = number(Number(place.count))
          return (
            <li key={kind}>
              <p>
                <b>{traceKinds[kind]}</b> <span className="muted">查看 {number(Number(place.looked))} 处</span>{' '}
                <span className={`status ${tone}`}>
                  {place.fault
                    ? '未能核实'
                    : tone === 'good'
                      ? '没有'
                      : links
                        ? `${count} 个页面链接到它`
                        : `残留 ${count} 处`}
                </span>
              </p>
              {place.fault && <p>{place.fault}</p>}
              <Places label={links ? '链接所在的页面' : '仍能访问'} paths={place.found} />
              <Places label="其他页面仍在使用，保留" paths={place.stays} />
            </li>
          )
        })}
      </ul>
      {check.print && <p className="muted wrap">所看内容的校验值（SHA-256）：{check.print}</p>}
    </Drawer>
  )
}

const Places = ({ label, paths }: { readonly label: string; readonly paths: readonly string[] }) =>
  paths.length === 0 ? null : (
    <>
      <p className="muted">{label}：</p>
      <ul className="wrap">
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </>
  )
