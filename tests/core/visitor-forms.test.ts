import { expect, test } from 'vitest'
import { requiredFields } from '../../core/client/prepare.ts'
import { wholeContract } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { choice } from '../../core/contract/shared.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { thanksOf, visitorForm, visitorFormNames } from '../../core/domain/visitor-forms.ts'

const contract: Readonly<Record<string, Area>> = await wholeContract()
const shapeOf = (e: Endpoint) => (e.input as Shaped).shape ?? {}
/** What comes with every form, or is sent before it. */
const beside = ['codeId', 'verifyCode', 'files']

test('a choice that was left empty is asked for by its name, and a wrong one is told what there is', () => {
  const given = choice('提案方式', { 0: '个人提案', 1: '集体提案' })
  const says = (value: string) => given.safeParse(value).error?.issues[0]?.message
  expect([says(''), says(' ')]).toEqual(['请选择提案方式', '请选择提案方式'])
  expect(says('7')).toBe('只能是：0 个人提案、1 集体提案')
  expect(given.parse('1')).toBe(1)
})

test('no form promises what the site has not: nobody signs in there', () => {
  for (const name of visitorFormNames) expect(JSON.stringify(visitorForm(name)), name).not.toContain('登录后')
})

test.each(visitorFormNames)('the form %s is as the call that takes it', (name) => {
  const form = visitorForm(name)
  const [area, call] = form.call
  const e = contract[area]?.[call] as Endpoint
  expect(e.path).toBe(form.path)
  expect(e.access).toBe('public')
  expect(form.fields.map((field) => field.name).toSorted()).toEqual(
    inputFields(e)
      .filter((field) => !beside.includes(field))
      .toSorted(),
  )
  const required = requiredFields(e)
  for (const field of form.fields) {
    const meta = metaOf(shapeOf(e)[field.name] as Shaped)
    expect([field.name, field.says, field.required ?? false, field.choices]).toEqual([
      ...[field.name, meta.title, required.includes(field.name), meta.words],
    ])
  }
  const answered = Object.keys((e.output as Shaped).shape ?? {})
  for (const [, value] of form.thanks.matchAll(/\{(\w+)\}/g)) expect(answered).toContain(value)
  expect(thanksOf(form, Object.fromEntries(answered.map((one) => [one, '甲'])))).toContain('甲')
})
