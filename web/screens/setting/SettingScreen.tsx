import { Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { setting, settingSchema } from '../../../core/contract/setting.ts'
import { template } from '../../../core/contract/template.ts'
import { fieldInput } from '../../../core/domain/fields.ts'
import {
  defaultOf,
  type SettingName,
  settingGroups,
  settingNames,
  settingOf,
  settingWords,
} from '../../../core/domain/settings.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { readSiteAgain } from '../../data/site.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import { useDoubts } from '../../parts/form/useDoubts.ts'
import { useEdit } from '../../parts/form/useEdit.tsx'
import { RowField } from '../../parts/row/RowField.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import './setting.css'

const api = callsOf(setting)
const { templateSkin: skinList } = callsOf(template)
type Row = Awaited<ReturnType<typeof api.list>>[number]
type Values = Partial<Record<SettingName, string | number>>

const valuesOf = (rows: readonly Row[]): Values =>
  Object.fromEntries(rows.map(({ name, value }) => [name, fieldInput(settingOf(name as SettingName), value)]))

/** What the pages of the site show, or are made by. */
const isShown = (name: SettingName) => name.startsWith('site.') && name !== 'site.auto'

/** What is asked before some changes are saved. */
const doubtsAbout: Partial<Record<SettingName, (value: string | number | undefined) => string>> = {
  'site.base': () => '网址改变后，全部网页中的链接都按新网址生成，旧网址须仍能打开或已转到新网址。是否继续？',
  'signIn.noCode': (value) =>
    value === 'on' ? '' : '关闭免验证码登录后，用密码登录的脚本和命令行不能再登录（脚本令牌不受影响）。是否继续？',
}

/** Settings: what the site says of itself, and how the office works with it. */
export default function SettingScreen() {
  const { data, error, refetch } = useCall('setting.list', api.list, {}, { fresh: true })
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  return <SettingForm rows={data} />
}

function SettingForm({ rows }: { rows: readonly Row[] }) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const readOnly = !can('setting_save')
  const [initial] = useState(() => valuesOf(rows))
  const edit = useEdit<Values>('setting/all', initial, 0)
  const saving = useAction(api.save)
  const resetting = useAction(api.reset)
  const known = new Map(rows.map((row) => [row.name as SettingName, row]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: heard once for each reading
  useEffect(() => edit.rebase(valuesOf(rows), true, 0), [rows])

  const changed = () => Object.keys(edit.changed()) as SettingName[]
  async function save() {
    const values = edit.values()
    const original = edit.original()
    const items = changed().map((name) => ({
      ...{ name, value: String(values[name] ?? '') },
      was: String(original[name] ?? ''),
    }))
    if (items.length === 0) return void say.warning('没有修改')
    const saved = await saving.run({ items })
    if (saved) {
      readSiteAgain()
      edit.rebase({ ...original, ...valuesOf(saved) }, false, 0)
      say.success(notices.saved)
      for (const { title, idle } of saved) if (idle) say.warning(`「${title}」已保存，但现在不起作用：${idle}`)
    }
    await stale('setting', 'home')
  }
  const doubts = () => changed().flatMap((name) => doubtsAbout[name]?.(edit.values()[name]) || [])
  const saveAsked = useDoubts(doubts, save)

  async function reset(name: SettingName) {
    const { title } = settingOf(name)
    const text = `把「${title}」恢复为默认值「${settingWords(name, defaultOf(name)) || '（空）'}」吗？`
    if (!(await confirm({ text, ok: '恢复默认' }))) return
    const done = await resetting.run({ names: [name] })
    if (done) {
      readSiteAgain()
      edit.form.setFieldsValue(valuesOf(done) as never)
      edit.rebase({ ...edit.original(), ...valuesOf(done) }, true, 0)
      say.success(notices.saved)
    }
    await stale('setting', 'home')
  }

  return (
    <div className="settings">
      <FormScreen<Values>
        edit={edit}
        initial={initial}
        live={() => (doubts().length === 0 && changed().some(isShown) ? notices.live : '')}
        save={saveAsked}
        stays
        cancel={() => edit.rebase(edit.original(), false, 0)}
        actions={readOnly ? [] : [{ label: buttons.save, main: true, does: saveAsked, busy: saving.busy }]}
        readOnly={readOnly}
      >
        <nav className="setting-groups no-print" aria-label="设置分组">
          {Object.entries(settingGroups).map(([group, title]) => (
            <button
              key={group}
              type="button"
              onClick={() => document.getElementById(`settings-${group}`)?.scrollIntoView({ block: 'start' })}
            >
              {title}
            </button>
          ))}
        </nav>
        {Object.entries(settingGroups).map(([group, title]) => (
          <section key={group} id={`settings-${group}`} aria-label={title}>
            <h2>{title}</h2>
            <div className="settings-group">
              {settingNames
                .filter((name) => settingOf(name).group === group)
                .map((name) => (
                  <One
                    key={name}
                    name={name}
                    row={known.get(name)}
                    reset={readOnly ? undefined : () => void reset(name)}
                  />
                ))}
            </div>
          </section>
        ))}
      </FormScreen>
    </div>
  )
}

/** One setting with what is to be known of it, and the way back to its default. */
function One({ name, row, reset }: { name: SettingName; row: Row | undefined; reset: (() => void) | undefined }) {
  const one = settingOf(name)
  const fixed = row?.fixedBy
  const { can } = useRights()
  const mayName = name === 'site.skin' && can('template_templateSkin')
  const skins = useCall('template.templateSkin', skinList, {}, { enabled: mayName, quiet: true })
  const words = mayName && skins.data && Object.fromEntries(skins.data.map((skin) => [skin.name, skin.title]))
  const plain = settingSchema(name)
  const schema = words ? plain.meta({ ...metaOf(plain as unknown as Shaped), words }) : plain
  const vain = row?.idle && `现在不起作用：${row.idle}`
  const hint = [vain, one.hint, fixed && `由环境变量 ${fixed} 给出，不能在这里修改`].filter(Boolean).join('；')
  return (
    <div className="setting">
      <RowField name={name} schema={schema} hint={hint || undefined} disabled={Boolean(fixed)} />
      {reset && !fixed && row && row.value !== row.usual && (
        <Form.Item noStyle>
          <Button type="link" size="small" onClick={reset} aria-label={`${one.title}恢复默认`}>
            恢复默认
          </Button>
        </Form.Item>
      )}
    </div>
  )
}
