import { Button, Drawer, Form } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ProblemRow, SkinContentRow, SkinRow } from '../../../core/contract/template.ts'
import { endingOf, templateName } from '../../../core/domain/skin-files.ts'
import type { ApiError } from '../../../core/errors.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { shownInPlace } from '../../data/client.ts'
import type { CodeHandle, CodeProps } from '../../parts/code/CodeEditor.tsx'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import { StaleDialog } from '../../parts/form/StaleDialog.tsx'
import { useConflict } from '../../parts/form/useConflict.ts'
import { useEdit } from '../../parts/form/useEdit.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, pathOf, places, problemSays, shownSkins, skinOf, stateSays } from './calls.ts'
import { FieldNames } from './FieldNames.tsx'
import { FileHistory } from './FileHistory.tsx'
import { NoFile } from './NoFile.tsx'
import '../../parts/states/status.css'
import '../../parts/toolbar.css'
import './template.css'

const CodeEditor = lazyPart<CodeProps>(() => import('../../parts/code/CodeEditor.tsx'))
const TemplatePreview = lazyPart(() => import('./TemplatePreview.tsx'))

interface Values {
  readonly content: string
}
const valuesOf = ({ content }: SkinContentRow): Values => ({ content })

/** A file that is not there yet. */
const blank = (fileName: string): SkinContentRow => ({
  ...{ name: pathOf(fileName), fileName, type: 'FILE', kind: null, state: null, size: 0, version: 0 },
  ...{ updatedAt: null, updatedByName: null, content: '', binary: false, fixed: false },
})

/** A text file of a skin is written: with colours and completion, checked and looked at before it is saved. */
export default function TemplateEditorScreen() {
  const [params] = useSearchParams()
  const fileName = params.get('file') ?? ''
  const from = params.get('from') ?? ''
  const read = useCall(
    'template.readFileContent',
    api.readFileContent,
    { fileName },
    { enabled: fileName !== '', fresh: true, quiet: true },
  )
  const sample = useCall('template.readFileContent', api.readFileContent, { fileName: from }, { enabled: from !== '' })
  const skins = useCall('template.templateSkin', api.templateSkin, {})
  const [isNew, setNew] = useState(false)
  const missing = read.error?.code === 'NOT_FOUND' && skins.data?.some(({ name }) => name === skinOf(fileName))
  useEffect(() => {
    if (read.error && missing) {
      shownInPlace(read.error)
      setNew(true)
    }
  }, [read.error, missing])
  if (fileName === '') return <NoFile />
  if (skins.error && !skins.data) return <ErrorState error={skins.error} retry={() => void skins.refetch()} />
  const back = { to: places.skins, label: '返回模板', why: '它可能已被删除，或者地址不对。' }
  if (read.error && !missing && !isNew && skins.data)
    return <ErrorState error={read.error} retry={() => void read.refetch()} back={back} />
  const row = read.data ?? (isNew || missing ? blank(fileName) : undefined)
  if (!row || !skins.data || (from !== '' && !sample.data && !sample.error)) return <Loading />
  if (row.fixed || row.binary)
    return (
      <p>
        {row.fixed ? '脚本文件随程序提供，不能修改。' : '图片请用上传替换。'}{' '}
        <Link to={places.files(skinOf(fileName), pathOf(fileName))}>返回文件</Link>
      </p>
    )
  return <EditorForm key={fileName} opened={row} sample={sample.data?.content ?? ''} skins={skins.data} />
}

const problemsIn = ({ detail }: ApiError): readonly ProblemRow[] =>
  (detail as { problems?: readonly ProblemRow[] } | null)?.problems ?? []

interface Props {
  readonly opened: SkinContentRow
  readonly sample: string
  readonly skins: readonly SkinRow[]
}

function EditorForm({ opened, sample, skins }: Props) {
  const { fileName } = opened
  const skin = skinOf(fileName)
  const key = `template/${fileName}`
  const ending = endingOf(fileName)
  const [initial] = useState(() => valuesOf(opened))
  const [row, setRow] = useState(opened)
  const edit = useEdit<Values>(key, initial, opened.version ?? 0)
  const stand = useConflict({ edit, row, read: () => api.readFileContent({ fileName }), valuesOf })
  const saving = useAction(api.writeFileContent)
  const checking = useAction(api.check)
  const say = useSay()
  const stale = useStale()
  const code = useRef<CodeHandle>(null)
  const [problems, setProblems] = useState<{ found: readonly ProblemRow[]; refused: boolean } | null>(null)
  const [open, setOpen] = useState<'preview' | 'history' | null>(null)
  const isTemplate = ending === 'liquid'
  const fields = useCall('template.fields', api.fields, { fileName }, { enabled: isTemplate, quiet: true })
  const files = useCall('template.files', api.files, { skin }, { enabled: isTemplate, quiet: true })
  const text = () => edit.values().content ?? ''
  const put = (content: string) => {
    edit.form.setFieldsValue({ content })
    edit.onValuesChange()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a new file begins with, once
  useEffect(() => {
    if (sample !== '' && row.content === '') put(sample)
  }, [])

  async function caught(error: ApiError) {
    const found = problemsIn(error)
    if (found.length > 0) {
      shownInPlace(error)
      setProblems({ found, refused: true })
    }
    await stand.caught(error)
  }
  async function save() {
    const content = text()
    const saved = await saving.run({ fileName, content, version: edit.version() ?? 0 }, (error) => void caught(error))
    if (!saved) return
    setRow(saved)
    setProblems(null)
    edit.stay({ content }, saved.version, key)
    say.success(notices.saved)
    await stale('template')
  }
  async function check() {
    const checked = await checking.run({ fileName, content: text() })
    if (!checked) return
    setProblems({ found: checked.problems, refused: false })
    if (checked.problems.length === 0) say.success(`检查通过：试生成 ${checked.pages} 个网页，没有问题`)
  }
  const faults = (problems?.found ?? []).flatMap((one) =>
    one.fileName === fileName && one.line !== null ? [{ line: one.line, says: one.says }] : [],
  )
  const shows = shownSkins(skins).includes(skin)
  return (
    <div className="template">
      <div className="toolbar">
        <h2>{fileName}</h2>
        <span className="muted">{row.version === 0 && row.state === null ? '新文件' : stateSays(row)}</span>
        <span className="grow" />
        <Button onClick={() => setOpen('preview')}>预览</Button>
        <Button onClick={() => void check()} loading={checking.busy}>
          检查
        </Button>
        <Button onClick={() => setOpen('history')}>修改记录</Button>
        <Link to={places.files(skin, pathOf(fileName))}>返回文件</Link>
      </div>
      <div className={isTemplate ? 'template-editor' : undefined}>
        <FormScreen<Values>
          edit={edit}
          initial={initial}
          live={() => (shows ? '保存后，网站上用到它的网页随即重新生成。是否保存？' : '')}
          save={save}
          stays
          cancel={() => edit.rebase(edit.original(), false, edit.version() ?? 0)}
          actions={[{ label: buttons.save, main: true, does: save, busy: saving.busy }]}
        >
          {problems !== null && problems.found.length > 0 && <Problems {...problems} fileName={fileName} goTo={code} />}
          <Form.Item name="content" noStyle>
            <CodeEditor
              label={`${fileName}的内容`}
              ending={ending}
              faults={faults}
              fields={fields.data ?? []}
              templates={(files.data ?? []).flatMap((one) =>
                one.name.endsWith('.liquid') ? [templateName(one.name)] : [],
              )}
              handle={code}
            />
          </Form.Item>
        </FormScreen>
        {isTemplate && (
          <FieldNames fields={fields.error ? [] : fields.data} insert={(given) => code.current?.insert(given)} />
        )}
      </div>
      {open === 'preview' && (
        <TemplatePreview fileName={fileName} content={text()} title={fileName} close={() => setOpen(null)} />
      )}
      {open === 'history' && (
        <Drawer open title={`修改记录：${fileName}`} size="min(1100px, 100vw)" onClose={() => setOpen(null)}>
          <FileHistory
            fileName={fileName}
            version={row.version ?? 0}
            hasOriginal={row.state !== 'own' && row.state !== null}
            acts={({ content, name }) =>
              content !== null && (
                <Button
                  onClick={() => {
                    put(content)
                    setOpen(null)
                    say.success(`已把${name}放入编辑器，保存后生效`)
                  }}
                >
                  放入编辑器
                </Button>
              )
            }
          />
        </Drawer>
      )}
      {stand.conflict && (
        <StaleDialog
          says={stand.conflict.says}
          changes={[{ field: 'content', title: '内容', before: stand.conflict.theirs.content, after: text() }]}
          takeTheirs={() => stand.settle(false)}
          keepMine={() => stand.settle(true)}
          close={stand.close}
        />
      )}
    </div>
  )
}

interface ProblemsProps {
  readonly found: readonly ProblemRow[]
  /** It was to be saved, and is not. */
  readonly refused: boolean
  readonly fileName: string
  readonly goTo: RefObject<CodeHandle | null>
}

/** What is wrong, each with the way to its line. */
function Problems({ found, refused, fileName, goTo }: ProblemsProps) {
  return (
    <div role="alert">
      <p className="status bad">
        {refused ? '没有保存：' : ''}有 {found.length} 处问题
      </p>
      <ul className="problems">
        {found.map((one) => (
          <li key={problemSays(one)}>
            {one.fileName === fileName && one.line !== null ? (
              <button type="button" onClick={() => goTo.current?.goTo(one.line ?? 1, one.column)}>
                {problemSays(one)}
              </button>
            ) : (
              problemSays(one)
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
