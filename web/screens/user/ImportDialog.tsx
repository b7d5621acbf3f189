import { Alert, Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { documents } from '../../../core/contract/replies.ts'
import { user } from '../../../core/contract/user.ts'
import { givenRoles } from '../../../core/domain/given-roles.ts'
import { ApiError } from '../../../core/errors.ts'
import type { SheetPerson } from '../../../core/sheet/people.ts'
import { buttons } from '../../../core/text.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { rehearsed, shownInPlace } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { csv, download, fileName } from '../../parts/download.ts'
import { refocus, useFocusBack } from '../../parts/focus.ts'
import { useLeaveGuard } from '../../parts/form/leave.ts'
import { FileButton } from '../../parts/upload/FileButton.tsx'
import { api } from './calls.ts'
import '../../parts/failures.css'
import '../../parts/dialog.css'

/** More rows at once nobody reads. */
const shownMost = 200

const unkept = '一次性密码还没有下载，离开后不能再看到，要逐个重置密码。确定离开吗？'

type Bad = { readonly row: number; readonly says: string }
type Imported = Awaited<ReturnType<typeof api.importMany>>

/** What there is: a file that was judged, or what came of it. */
type Stage =
  | { readonly at: 'none'; readonly fault?: string }
  | { readonly at: 'reading'; readonly file: string }
  | { readonly at: 'bad'; readonly file: string; readonly total: number; readonly bad: readonly Bad[] }
  | {
      readonly at: 'good'
      readonly file: string
      readonly items: readonly SheetPerson[]
      readonly unused: string
      /** The roles that they are given, in words. */
      readonly given: readonly string[]
    }
  | { readonly at: 'done'; readonly imported: Imported; readonly kept: boolean }

/** Reads a file, and says why it cannot be. */
async function read(file: File): Promise<{ items: SheetPerson[]; unused: readonly string[] } | string> {
  const [{ NoPeople, peopleOf }, { NoSheet, readSheet }, { TooMuch }] = await Promise.all([
    import('../../../core/sheet/people.ts'),
    import('../../../core/sheet/read.ts'),
    import('../../../core/sheet/unzip.ts'),
  ])
  try {
    return await peopleOf(readSheet(() => file.stream() as unknown as AsyncIterable<Uint8Array>))
  } catch (error) {
    if (error instanceof NoPeople) return error.message
    if (error instanceof TooMuch) return '展开后过大，不像是人员的表格，请只保留要导入的行和列'
    if (error instanceof NoSheet) return '不是可以读取的电子表格，请另存为 .xlsx'
    throw error
  }
}

const badIn = (error: ApiError): readonly Bad[] | null =>
  error.code === 'BAD_INPUT' ? ((error.detail as { rows?: readonly Bad[] } | null)?.rows ?? null) : null

/** What the server would say of them, nobody added. */
async function judge(file: string, items: readonly SheetPerson[], unused: readonly string[]): Promise<Stage> {
  try {
    const tried = await rehearsed(user.importMany, { items: [...items] })
    return { at: 'good', file, items, unused: unused.join('、'), given: givenRoles(tried?.users ?? []) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const bad = badIn(error)
    return bad ? { at: 'bad', file, total: items.length, bad } : { at: 'none', fault: error.message }
  }
}

/** Many users from a sheet: judged as soon as it is chosen, added after a press, and their passwords handed out once. */
export default function ImportDialog({ close }: { readonly close: () => void }) {
  const [stage, setStage] = useState<Stage>({ at: 'none' })
  const frame = useRef<HTMLDivElement>(null)
  const template = useAction(api.importTemplate)
  const add = useAction(api.importMany)
  const confirm = useConfirm()
  const stale = useStale()
  useFocusBack()
  // each stage takes the button away that led to it
  useEffect(() => {
    if (stage.at !== 'reading') refocus(frame.current?.querySelector('.dialog-ways button'))
  }, [stage])

  async function choose([file]: readonly File[]) {
    if (!file) return
    setStage({ at: 'reading', file: file.name })
    try {
      const found = await read(file)
      setStage(
        typeof found === 'string'
          ? { at: 'none', fault: `${file.name}：${found}` }
          : await judge(file.name, found.items, found.unused),
      )
    } catch (error) {
      setStage({ at: 'none', fault: `${file.name}：未能检查，请重试` })
      throw error
    }
  }
  async function fetchTemplate() {
    const bytes = await template.run({})
    if (bytes) download('用户导入模板.xlsx', new Blob([bytes as BlobPart], { type: documents.xlsx.type }))
  }
  async function send({ file, items, given }: Extract<Stage, { at: 'good' }>) {
    const text = `将新增 ${items.length} 名用户，首次登录后即有这些角色的权限。是否导入？`
    if (given.length > 0 && !(await confirm({ text, lines: given, ok: '导入', careful: true }))) return
    const imported = await add.run({ items: [...items] }, (error) => {
      const bad = badIn(error)
      if (!bad) return
      shownInPlace(error)
      setStage({ at: 'bad', file, total: items.length, bad })
    })
    if (!imported) return
    setStage({ at: 'done', imported, kept: false })
    await stale('user', 'role', 'dept')
  }
  function keep(imported: Imported) {
    const lines = imported.users.map((one) => [one.account, one.name, one.deptName ?? '', one.oncePassword ?? ''])
    download(fileName('新用户一次性密码', 'csv'), csv([['账号', '姓名', '部门', '一次性密码'], ...lines]))
    setStage({ at: 'done', imported, kept: true })
  }
  const lost = stage.at === 'done' && !stage.kept
  useLeaveGuard(
    () => lost || add.busy,
    () => unkept,
  )
  async function leave() {
    if (add.busy) return
    if (lost && !(await confirm({ text: unkept, ok: '不下载，关闭', danger: true }))) return
    close()
  }
  const pick = (says: string) => <FileButton says={says} takes=".xlsx" give={(files) => void choose(files)} />
  return (
    <Modal open title="批量导入用户" width={640} onCancel={() => void leave()} mask={{ closable: false }} footer={null}>
      <div ref={frame}>
        {stage.at === 'reading' && <p role="status">正在检查 {stage.file}……</p>}
        {stage.at === 'none' && (
          <>
            <p>
              下载模板，每行填写一人（一次最多 5000
              人），再选择填好的文件。先逐行检查，全部符合要求才会导入；每人得到一个一次性密码，首次登录时须改成自己的。
            </p>
            {stage.fault && <Alert className="dialog-alert" type="error" title={stage.fault} role="alert" />}
            <span className="dialog-ways">
              <Button loading={template.busy} onClick={() => void fetchTemplate()}>
                下载模板
              </Button>
              {pick('选择文件')}
            </span>
          </>
        )}
        {stage.at === 'bad' && (
          <>
            <Alert
              className="dialog-alert"
              type="error"
              role="alert"
              title={`${stage.file}：${stage.total} 行中有 ${stage.bad.length} 行不符合要求，没有导入任何人`}
            />
            <ul className="failures" aria-label="不符合要求的行">
              {stage.bad.slice(0, shownMost).map(({ row, says }) => (
                <li key={row}>
                  <b>第 {row} 行</b>
                  <span>{says}</span>
                </li>
              ))}
            </ul>
            {stage.bad.length > shownMost && <p>只列出前 {shownMost} 行，全部见清单。</p>}
            <span className="dialog-ways">
              {pick('改好后重新选择')}
              <Button
                onClick={() =>
                  download(
                    fileName('导入检查', 'csv'),
                    csv([['行', '原因'], ...stage.bad.map(({ row, says }) => [String(row), says])]),
                  )
                }
              >
                下载清单
              </Button>
            </span>
          </>
        )}
        {stage.at === 'good' && (
          <>
            <p role="status">
              {stage.file}：{stage.items.length} 行都符合要求
              {stage.unused && `；没有用到的列：${stage.unused}`}。
            </p>
            {stage.given.length > 0 && (
              <ul aria-label="将授予的角色">
                {stage.given.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            <span className="dialog-ways">
              <Button type="primary" loading={add.busy} onClick={() => void send(stage)}>
                导入 {stage.items.length} 名用户
              </Button>
              <Button disabled={add.busy} onClick={() => setStage({ at: 'none' })}>
                {buttons.cancel}
              </Button>
            </span>
          </>
        )}
        {stage.at === 'done' && (
          <>
            <p role="status">已导入 {stage.imported.added} 名用户，首次登录时须改密码。</p>
            <p>一次性密码只在现在可以取得，请下载后当面分发，用完即删。</p>
            <span className="dialog-ways">
              <Button type={stage.kept ? 'default' : 'primary'} onClick={() => keep(stage.imported)}>
                下载账号和一次性密码
              </Button>
              <Button type={stage.kept ? 'primary' : 'default'} onClick={() => void leave()}>
                {buttons.close}
              </Button>
            </span>
          </>
        )}
      </div>
    </Modal>
  )
}
