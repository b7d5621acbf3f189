import { Button, Form } from 'antd'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatTime } from '../../../core/domain/time.ts'
import { buttons, uploadSays } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { showsFields } from '../../data/client.ts'
import { useConfirm } from '../confirm.tsx'
import { useKeys } from '../keys.ts'
import { isUploading } from '../upload/queue.ts'
import type { Edit } from './useEdit.tsx'
import { useRefused } from './useRefused.ts'
import './form.css'

/** A button at the foot of a form. */
export interface FormAction {
  readonly label: string
  readonly main?: boolean
  readonly danger?: boolean
  /** What takes its time answers when it is through. */
  readonly does: () => unknown
  readonly busy?: boolean
  /** Without checking the fields first. */
  readonly unchecked?: boolean
}

interface Props<T extends object> {
  readonly edit: Edit<T>
  readonly initial: Partial<T>
  readonly actions: readonly FormAction[]
  /** Ctrl+S, which people press while they write: saves and stays, and never more than that. */
  readonly save: () => unknown
  readonly cancel: () => void
  /** 取消 leads nowhere but takes back what was typed: there is nothing to it before something was. */
  readonly stays?: boolean
  /** What a draft that was left behind is told by, where there may be several. */
  readonly nameOf?: (values: Partial<T>) => string
  /**
   * What a save of these values brings before others at once, as a question; none: nothing. A key of habit asks it,
   * a press on the button does not (docs/rules.md, Writing).
   */
  readonly live?: ((values: Partial<T>) => string) | undefined
  /** Enter in a field of one line does the main action: for forms that are filled in at one go. */
  readonly enter?: boolean
  /** Only to be read: the fields are shut, the way back is open. */
  readonly readOnly?: boolean
  /** Tells its fields' ids from those of another form on the same page. */
  readonly ids?: string
  readonly children: ReactNode
}

/** Enter in a field comes to the button as a click too: without a pointer, and the focus elsewhere. */
const isPress = ({ detail, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  detail > 0 || document.activeElement === currentTarget

/** A form: fields, the draft that was left behind, and the buttons at the foot, 取消 left of the others. */
export function FormScreen<T extends object>(props: Props<T>) {
  const {
    edit,
    initial,
    actions,
    cancel,
    enter = false,
    readOnly = false,
    ids,
    nameOf,
    live,
    stays = false,
    children,
  } = props
  const say = useSay()
  const confirm = useConfirm()
  const busy = actions.some((action) => action.busy)
  const main = actions.find((action) => action.main)
  const running = useRef(false)
  // Ctrl+S while something is being saved: what was typed meanwhile is saved after it
  const again = useRef(false)
  const asking = useRef(false)
  const byHabit = useRef(false)
  const [turn, setTurn] = useState(0)
  const fault = () => edit.form.getFieldsError().find(({ errors }) => errors.length > 0)
  const toFault = () => {
    const name = fault()?.name
    const folded = document.getElementById([ids ?? [], name].flat().join('_'))?.closest('details')
    if (folded) folded.open = true
    edit.form.focusField?.(name as never)
  }
  const { clearRefused, showRefused } = useRefused(edit.form, toFault)
  /** @param still leaves the cursor where it is: a fault is told of in words alone. @returns whether all is filled in */
  const filledIn = async (still: boolean): Promise<boolean> => {
    if (isUploading()) {
      say.warning(uploadSays.running)
      return false
    }
    try {
      await edit.form.validateFields()
      say.settled()
      return true
    } catch {
      const what = still ? `（${fault()?.errors[0]}）` : ''
      const kept = edit.dirty && edit.store() ? '；已填写的内容已在本机暂存' : ''
      if (kept || still) say.warning(`还有内容没有填好${what}，没有保存到服务器${kept}`)
      if (!still) toFault()
      return false
    }
  }
  /** Before a key of habit saves: what was before others until now counts as what will be. */
  const agreed = async (): Promise<boolean> => {
    const versions = edit.version() === undefined ? [edit.values()] : [edit.original(), edit.values()]
    const text = edit.dirty && live && versions.map(live).find(Boolean)
    if (!text) return true
    edit.store()
    asking.current = true
    const yes = await confirm({ text, ok: buttons.save, careful: true })
    asking.current = false
    return yes
  }
  const run = async (action: Pick<FormAction, 'does' | 'unchecked'>, { still = false, habit = false } = {}) => {
    if (busy || running.current) return
    running.current = true
    let shown: (() => void) | undefined
    try {
      if (!action.unchecked && !(await filledIn(still))) return
      if (habit && !(await agreed())) return
      clearRefused()
      shown = showsFields((fields) => showRefused(fields, still))
      await action.does()
    } finally {
      shown?.()
      running.current = false
      if (again.current) setTurn((turn) => turn + 1)
    }
  }
  const save = () => {
    if (asking.current) return
    if (busy || running.current) again.current = true
    else void run({ does: props.save }, { still: true, habit: true })
  }
  // after the drawing that knows of what was saved
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that came to its end
  useEffect(() => {
    if (!again.current) return
    again.current = false
    if (edit.dirty) save()
  }, [turn])
  const pressed = (event: MouseEvent<HTMLElement>) => {
    byHabit.current = !isPress(event)
  }
  // bound also where nothing can be saved: the browser's own dialog would offer the page as a file
  useKeys({ save: () => readOnly || save() })
  return (
    <Form<T>
      form={edit.form}
      {...(ids && { name: ids })}
      layout="vertical"
      className="form-screen"
      disabled={readOnly}
      initialValues={initial}
      onValuesChange={edit.onValuesChange}
      scrollToFirstError
      onFinish={() => enter && main && void run(main, { habit: byHabit.current })}
      onFinishFailed={toFault}
    >
      {!readOnly && <DraftBars edit={edit} nameOf={nameOf} />}
      {children}
      <div className="form-foot">
        {edit.dirty && (
          <span className="muted">
            有未保存的修改{edit.keptAt !== null && <> · 已暂存 {formatTime(edit.keptAt).slice(11, 16)}</>}
          </span>
        )}
        <Button onClick={cancel} disabled={stays && !edit.dirty}>
          {readOnly ? buttons.close : buttons.cancel}
        </Button>
        {actions.map((action) => (
          <Button
            key={action.label}
            type={action.main ? 'primary' : 'default'}
            danger={action.danger === true}
            loading={action.busy === true}
            disabled={busy && !action.busy}
            {...(enter && action.main ? { htmlType: 'submit', onClick: pressed } : { onClick: () => void run(action) })}
          >
            {action.label}
          </Button>
        ))}
      </div>
    </Form>
  )
}

function DraftBars<T extends object>({ edit, nameOf }: Pick<Props<T>, 'edit' | 'nameOf'>) {
  const confirm = useConfirm()
  const named = (one: Edit<T>['offered'][number]) => {
    const name = nameOf?.(one.values)
    return name ? `《${name}》` : ''
  }
  async function drop(one: Edit<T>['offered'][number]) {
    const text = `将丢弃 ${formatTime(one.at).slice(0, 16)} 暂存的草稿${named(one)}，丢弃后无法恢复。是否继续？`
    if (await confirm({ text, ok: '丢弃', danger: true })) edit.dropDraft(one)
  }
  const bars = edit.offered.map((one) => (
    <div className="draft-bar" role="status" key={one.key}>
      <span>{`有一份未保存的草稿${named(one)}（${formatTime(one.at).slice(0, 16)}）`}</span>
      <Button size="small" type="primary" onClick={() => edit.takeDraft(one)}>
        恢复草稿
      </Button>
      <Button size="small" onClick={() => void drop(one)}>
        丢弃
      </Button>
    </div>
  ))
  return (
    <>
      {edit.beside && (
        <div className="draft-bar" role="status">
          另一个标签页也打开了此页：两边填写的内容分别暂存，互不覆盖。
        </div>
      )}
      {bars}
    </>
  )
}
